"""The search tree in memory: a transposition table of nodes, and a pool of edges, both allocated once.

A node is an information set: all the positions that the seat to move cannot tell apart. Its key is a hash of that
seat's view, so two paths to the same view meet in one node (the "tree" is a graph), and nothing that the seat does not
know can be in it. A chance node is known by what everybody sees.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablier.engine.kernels import Buffer, kernel
from tablier.search.hashing import PROBES, home_slot

NODE = np.dtype(
    (
        np.record,
        [
            ("key", np.int64),  # 0: the slot is free
            ("first_edge", np.int64),  # its edges are next to each other
            ("value_sum", np.float64),  # of the seat to move, over all visits
            ("visits", np.int32),
            ("edge_count", np.int32),  # 0: not expanded yet
        ],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("value_sum", np.float64),  # over its visits; with regret matching, over all of its node
            ("action", np.int32),
            ("visits", np.int32),
            ("prior", np.float32),  # a probability: those of a node add up to 1
            ("static_value", np.float32),  # the static evaluation of where it leads, if children are evaluated;
            # with implicit minimax, of where the best line from there leads;
            # with regret matching, against what the others chose at the last visit
        ],
    )
)

NODES_USED, EDGES_USED, ROOT_NODE = 0, 1, 2  # what the numbers of `counts` are
NO_SLOT = NO_ROOT = -1


class Tree(NamedTuple):
    """What has been learnt: it outlives a search, and the next one finds there what it meets again."""

    nodes: Buffer  # [a power of two] NODE, an open-addressing hash table; a node is named by its slot
    edges: Buffer  # [capacity] EDGE, filled from the start
    counts: Buffer  # [3] int64: NODES_USED, EDGES_USED, ROOT_NODE


def new_tree(nodes: int, edges: int) -> Tree:
    """An empty tree with room for so many; `nodes` is a power of two."""
    tree = Tree(np.zeros(nodes, dtype=NODE), np.zeros(edges, dtype=EDGE), np.zeros(3, dtype=np.int64))
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Forget everything."""
    tree.nodes["key"] = 0
    tree.counts[:] = 0, 0, NO_ROOT


def is_half_full(tree: Tree) -> bool:
    """Whether another search might run out of nodes or edges."""
    used = tree.counts
    return bool(used[NODES_USED] * 2 > len(tree.nodes) or used[EDGES_USED] * 2 > len(tree.edges))


@kernel
def probe(nodes: Buffer, key: int) -> int:
    """The slot of a key, or a free one for it, or NO_SLOT. Probing is quadratic: triangular steps meet every slot."""
    home = home_slot(key)
    for i in range(PROBES):
        slot = (home + i * (i + 1) // 2) & (len(nodes) - 1)
        if nodes[slot].key in (key, 0):
            return slot
    return NO_SLOT


@kernel
def find_or_insert(key: int, tree: Tree) -> tuple[int, bool]:
    """The node of a key, or NO_SLOT; and whether it is a new one."""
    slot = probe(tree.nodes, key)
    if slot == NO_SLOT or tree.nodes[slot].key == key:
        return slot, False
    node = tree.nodes[slot]
    node.key = key
    node.visits = 0
    node.value_sum = 0.0
    node.edge_count = 0
    tree.counts[NODES_USED] += 1
    return slot, True


@kernel
def edge_range(slot: int, tree: Tree) -> tuple[int, int]:
    """Where the edges of a node begin and end."""
    node = tree.nodes[slot]
    return node.first_edge, node.first_edge + node.edge_count
