"""Regret matching, for seats that move simultaneously (Hart and Mas-Colell 2000; in trees Lisý and others 2013).

A seat draws an action in proportion to how much it regrets not having always taken it. What it plays on average then
comes near an equilibrium, in which nobody can be taken advantage of; the best single action often can.

The regret of an action is what it would have brought in all visits less what was had, so of every action that was not
drawn something has to be said. Dividing the values of the drawn ones by their probability is right on average, but
with dozens of actions and hundreds of visits it is mostly noise. So an action is taken to be worth its *baseline*, and
only what the drawn one brought beyond that is divided (variance reduction: Schmid and others 2019). Where positions can
be evaluated, the baseline is the evaluation of where each action leads against what the others have drawn; else it is
the mean so far.
"""

from __future__ import annotations

from tablier.engine.kernels import Buffer, State, apply, kernel, pending
from tablier.engine.rng import WORD, next_word
from tablier.search.tree import Tree, edge_range


@kernel
def draw_by_regret(slot: int, mixed: float, tree: Tree, random: Buffer) -> tuple[int, float]:
    """An edge drawn by its probability, and that probability; `mixed` is the part that goes by the prior alone."""
    first, end = edge_range(slot, tree)
    total, drawn, probability = positive_regrets(slot, tree), next_word(random) / (WORD + 1.0), 0.0
    for i in range(first, end):
        probability = probability_of(i, slot, total, mixed, tree)
        drawn -= probability
        if drawn < 0:
            return i, probability
    return end - 1, probability


@kernel
def positive_regrets(slot: int, tree: Tree) -> float:
    """The regrets of a node's actions, added up as far as they are above 0."""
    first, end = edge_range(slot, tree)
    total = 0.0
    for i in range(first, end):
        total += max(0.0, tree.edges[i].value_sum - tree.nodes[slot].value_sum)
    return total


@kernel
def probability_of(i: int, slot: int, total: float, mixed: float, tree: Tree) -> float:
    """How likely an edge of a node is to be drawn, whose positive regrets are `total`; by its prior, if that is 0."""
    edge = tree.edges[i]
    if total <= 0:
        return edge.prior
    return (1 - mixed) * max(0.0, edge.value_sum - tree.nodes[slot].value_sum) / total + mixed * edge.prior


@kernel
def play_others(s: State, seat: int, joint: Buffer) -> bool:
    """Play what all others have chosen in a joint move: `joint`, by seat, below 0 for nothing. Is the seat still to?"""
    for other in range(len(joint)):
        if other != seat and joint[other] >= 0 and pending(s) >> other & 1:
            apply(s, other, joint[other])
    return pending(s) >> seat & 1 != 0


@kernel
def add_regrets(
    slot: int, drawn: int, probability: float, value: float, mixed: float, is_evaluated: bool, tree: Tree
) -> None:
    """Of a visit to a node in which an edge was drawn and had this value: what each would have brought, and what was.

    `is_evaluated`: the static values of the edges are those of this visit, and serve as baselines.
    """
    node, total, had = tree.nodes[slot], positive_regrets(slot, tree), 0.0
    first, end = edge_range(slot, tree)
    for i in range(first, end):
        edge, worth = tree.edges[i], value
        if is_evaluated:
            worth = edge.static_value
        elif node.visits > 0:
            worth = edge.value_sum / node.visits
        if i == drawn:
            worth += (value - worth) / probability
        had += probability_of(i, slot, total, mixed, tree) * worth
        edge.value_sum += worth
    node.value_sum += had
    node.visits += 1
    tree.edges[drawn].visits += 1
