"""Monte-Carlo tree search for every kind of game: chance, hidden information, simultaneous moves, any number of seats.

A simulation draws what is hidden, *selects* a way down the tree, *expands* the nodes that it passes for the first time,
*evaluates* the leaf, and *backs up* the values to every choice on the way. Each seat maximises its own share (max^n).

Hidden information: information set MCTS (Cowling, Powley and Whitehouse 2012). Each simulation has a determinization of
its own, by `deal`, from the view at the root. As in their MO-ISMCTS every seat decides by its own information sets, not
by those of the seat that searches. Where they keep a tree of moves for each player, we have one table, and a node's key
is a hash of the view of the seat to move: so transpositions meet, and what a view does not hold is not remembered. A
view determines its seat's legal actions, so a node has the same ones in every determinization, and needs none of their
counts of how often an action was available.

Chance nodes: an outcome is drawn by its weight. They have no edges, but a new one ends a simulation as any new node.

Selection: PUCT (Rosin 2011) in the form of AlphaGo Zero. Priors come from the game's `urge` and from a static
evaluation of every child, which is also its first-play urgency (Gelly and Wang 2006). Where a game asks for it, these
evaluations are backed up too, as minimax does, and are a part of Q (implicit minimax backups: Lanctot and others 2014):
a mean over visits is slow to forget what was tried before the best line was met.

Simultaneous moves: the seats choose one after the other, each by a view in which the choices of the others are hidden,
and by regret matching (`regrets.py`). With PUCT, which can be set in its place, this is the decoupled selection of
simultaneous-move MCTS.

Everything is written in memory that is allocated once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablier.engine.compiled import compiled
from tablier.engine.game import Game
from tablier.engine.insight import recall, shortlist, urge
from tablier.engine.kernels import NATURE, PUBLIC, Buffer, apply, hide, kernel, over, pending
from tablier.engine.net import Net, no_net
from tablier.engine.rng import below, next_word
from tablier.search.determinization import determinize
from tablier.search.evaluation import evaluate, value_for
from tablier.search.greedy import Beam, best_turn
from tablier.search.hashing import hash_multipliers, hash_words
from tablier.search.playout import play_chance, playout
from tablier.search.regrets import add_regrets, draw_by_regret, play_others
from tablier.search.to_move import are_several, moves_alone, next_seat
from tablier.search.tree import EDGES_USED, NO_SLOT, ROOT_NODE, Tree, edge_range, find_or_insert

STEP = np.dtype(
    (
        np.record,
        [
            ("node", np.int64),
            ("edge", np.int64),
            ("seat", np.int64),
            ("probability", np.float64),  # of this choice, with regret matching; else 0
            ("then", np.int64),  # what comes before the next choice: one of the following
        ],
    )
)

AT_ONCE, CHANCE, TOGETHER = 0, 1, 2  # nothing comes between; an outcome is drawn; others choose at the same time

ROOT, CURRENT, VIEW, CHILD, BEFORE = 0, 1, 2, 3, 4  # what the records of `states` are for
RECORDS = 5
NOTHING = -1  # in a joint move, of who does not choose
MAX_DEPTH = 512  # choices of one simulation, about: a joint move is completed


class Settings(NamedTuple):
    """How to search; docs/experiments.md says what other values came to."""

    exploration: float = 0.6
    """The constant of PUCT."""
    fpu_reduction: float = 0.05
    """First-play urgency where children are not evaluated: an untried action is worth the node's mean less this."""
    evaluate_children: bool = True
    """Whether expansion evaluates where each action leads: that is its first-play urgency, and part of its prior."""
    prior_sharpness: float = 10.0
    """The inverse temperature of the softmax that makes priors of the children's evaluations."""
    implicit_minimax: float = 0.0
    """The part of an action's value that is the evaluation of the best line from it; the rest is its visits' mean."""
    playout_plies: int = 0
    """Random actions that are played before a leaf is evaluated."""
    regret_matching: bool = True
    """Whether simultaneous moves are selected by regret matching; otherwise by PUCT, as all others."""
    regret_exploration: float = 0.1
    """The part of it that goes by the prior alone; none where children are evaluated, for then all are looked at."""


class Workspace(NamedTuple):
    """What a simulation writes in, besides the tree."""

    states: Buffer  # [RECORDS]: ROOT, the view that is searched; CURRENT; VIEW of the seat to move; CHILD; and
    # BEFORE a joint move
    words: Buffer  # [RECORDS, words] int32: the same memory
    multipliers: Buffer  # [2, words] int64: of the hash
    path: Buffer  # [MAX_DEPTH + seats] STEP: the choices from the root to the leaf
    actions: Buffer  # [action_count] int64
    weights: Buffer  # [chance_count] int64
    joint: Buffer  # [seats] int64: what each chooses in a joint move, or NOTHING
    parts: Buffer  # [seats] int64: of the win, when the game is over
    values: Buffer  # [seats] float64: of the leaf, for each seat
    net: Net  # what leaves are valued by


def new_workspace(game: Game, seats: int) -> Workspace:
    """The workspace of a search of this game."""
    states = np.zeros(RECORDS, dtype=game.dtype)
    actions, weights = game.buffers()
    return Workspace(
        states=states,
        words=states.view(np.int32).reshape(RECORDS, -1),
        multipliers=hash_multipliers(game),
        path=np.zeros(MAX_DEPTH + seats, dtype=STEP),
        actions=actions,
        weights=weights,
        joint=np.zeros(seats, dtype=np.int64),
        parts=np.zeros(seats, dtype=np.int64),
        values=np.zeros(seats),
        net=no_net(),
    )


class Root(NamedTuple):
    """Where simulations begin: at the view of a seat in states[ROOT], with what is assumed about the first move."""

    seat: int
    assumed: Buffer  # [seats, 2] int64: what each seat is taken to choose, and the chance of that in thousandths
    salt: int  # keeps what is learnt about the first move under these assumptions apart; 0: there are none


@compiled
def simulate(
    simulations: int, root: Root, tree: Tree, work: Workspace, settings: Settings, random: Buffer, value_sums: Buffer
) -> None:
    """Make so many simulations, and add the value that each of them has for each seat to `value_sums`."""
    for _ in range(simulations):
        run_simulation(root, tree, work, settings, random)
        for seat in range(len(value_sums)):
            value_sums[seat] += work.values[seat]


@kernel
def run_simulation(root: Root, tree: Tree, work: Workspace, settings: Settings, random: Buffer) -> None:
    """Select, expanding on the way, evaluate and back up."""
    leaf = work.states[CURRENT]
    work.states[CURRENT] = work.states[ROOT]
    determinize(leaf, root.seat, random)
    depth = select(root, tree, work, settings, random)
    if settings.playout_plies > 0:
        playout(leaf, settings.playout_plies, random, work.actions, work.weights)
    evaluate(leaf, work.net, work.values, work.parts)
    back_up(depth, tree, work, settings)


# --- select -----------------------------------------------------------------------------------------------------------


@kernel
def select(root: Root, tree: Tree, work: Workspace, settings: Settings, random: Buffer) -> int:
    """Go down from the position CURRENT to the leaf: the first that is new, or the end. Return how many choices."""
    state = work.states[CURRENT]
    depth, is_root, is_leaf = 0, True, False
    while not is_leaf and depth < MAX_DEPTH and not over(state):
        seats = pending(state)
        if seats == 0:
            is_leaf = not pass_chance(depth, tree, work, random)
            if depth > 0 and work.path[depth - 1].then == AT_ONCE:
                work.path[depth - 1].then = CHANCE
        else:
            depth, is_leaf = move(seats, depth, is_root, root, tree, work, settings, random)
            if is_root:
                note_root(depth, root, tree, work)
                is_root = False
    return depth


@kernel
def note_root(depth: int, root: Root, tree: Tree, work: Workspace) -> None:
    """Remember which node of the first move is that of the seat whose view is searched."""
    for i in range(depth):
        if work.path[i].seat == root.seat:
            tree.counts[ROOT_NODE] = work.path[i].node


@kernel
def move(
    seats: int, depth: int, is_root: bool, root: Root, tree: Tree, work: Workspace, settings: Settings, random: Buffer
) -> tuple[int, bool]:
    """Let the seat that is to move choose; if there are several, one after the other. Return the depth; is it the leaf?

    A seat that moves alone stops at a new node; a joint move is completed first. With PUCT, who comes last expands its
    node where the others have chosen, and judges its own actions better by that: so at the root it is the seat that
    searches, whichever that is, and further down it is left to chance.
    """
    is_joint, is_leaf, salt, before = are_several(seats), False, root.salt if is_root else 0, depth
    is_matched = is_joint and settings.regret_matching
    seat = root.seat if is_root or not is_joint else below(random, len(work.parts))
    if is_matched:
        begin_joint_move(work)
    while seats:
        seat = next_seat(seats, seat)
        if not (is_root and plays_assumed(seat, root, work, random)):
            slot, is_new = information_set(seat, salt, tree, work)
            is_leaf = is_leaf or (is_new and depth > 0)
            if (is_leaf and not is_joint) or not is_expanded(slot, seat, is_matched, tree, work, settings, random):
                return depth, True
            choose(slot, seat, depth, is_matched, tree, work, settings, random)
            if is_joint:
                work.path[depth].then = TOGETHER
            depth += 1
        seats &= pending(work.states[CURRENT]) & ~(1 << seat)
    if is_matched and settings.evaluate_children:
        for i in range(before, depth):
            evaluate_against_others(work.path[i].node, work.path[i].seat, tree, work)
    return depth, is_leaf


@kernel
def begin_joint_move(work: Workspace) -> None:
    """Note where it begins; nobody has chosen yet."""
    work.states[BEFORE] = work.states[CURRENT]
    work.joint[:] = NOTHING


@kernel
def play(seat: int, action: int, work: Workspace) -> None:
    """Play an action in the position CURRENT, and note it in the joint move."""
    work.joint[seat] = action
    apply(work.states[CURRENT], seat, action)


@kernel
def pass_chance(depth: int, tree: Tree, work: Workspace, random: Buffer) -> bool:
    """Draw an outcome by its weight and play it, in the position CURRENT; False if that is the leaf."""
    slot, is_new = information_set(NATURE, 0, tree, work)
    if slot == NO_SLOT or (is_new and depth > 0):
        return False
    play_chance(work.states[CURRENT], random, work.actions, work.weights)
    return True


@kernel
def plays_assumed(seat: int, root: Root, work: Workspace, random: Buffer) -> bool:
    """Play what the seat is assumed to choose, with the chance of that. Return whether it was played."""
    chance = root.assumed[seat, 1]
    if chance == 0 or next_word(random) % 1000 >= chance:
        return False
    play(seat, root.assumed[seat, 0], work)
    return True


@kernel
def information_set(seat: int, salt: int, tree: Tree, work: Workspace) -> tuple[int, bool]:
    """The node of all positions that look to this seat (for NATURE: to everybody) as CURRENT does; is it new?

    Who has chosen before in a simultaneous move makes no difference: it is the search that lets them take turns.
    """
    view = work.states[VIEW]
    work.states[VIEW] = work.states[CURRENT]
    hide(view, PUBLIC if seat == NATURE else seat)
    recall(view)
    return find_or_insert(hash_words(work.words, VIEW, work.multipliers, seat) ^ salt, tree)


@kernel
def choose(
    slot: int, seat: int, depth: int, is_matched: bool, tree: Tree, work: Workspace, settings: Settings, random: Buffer
) -> None:
    """Select an action of the seat in the position CURRENT, note it in the path, and play it."""
    step = work.path[depth]
    step.node, step.seat, step.probability, step.then = slot, seat, 0.0, AT_ONCE
    if is_matched:
        step.edge, step.probability = draw_by_regret(slot, blind_part(settings), tree, random)
    else:
        step.edge = puct(slot, tree, settings)
    play(seat, int(tree.edges[step.edge].action), work)


@kernel
def blind_part(settings: Settings) -> float:
    """The part of regret matching that goes by the prior alone."""
    return 0.0 if settings.evaluate_children else settings.regret_exploration


@kernel
def puct(slot: int, tree: Tree, settings: Settings) -> int:
    """The edge with the highest Q + c P sqrt(N + 1) / (1 + n): its mean value Q, prior P and visits n; the node's N.

    Of an edge without visits, Q is its first-play urgency; of another it may be mixed with implicit minimax.
    """
    node = tree.nodes[slot]
    untried = node.value_sum / max(1, node.visits) - settings.fpu_reduction
    scale = settings.exploration * np.sqrt(node.visits + 1)
    first, end = edge_range(slot, tree)
    best, best_score = first, -1e9
    for i in range(first, end):
        edge = tree.edges[i]
        score = edge.static_value if settings.evaluate_children else untried
        if edge.visits > 0:
            score = edge.value_sum / edge.visits
            score += settings.implicit_minimax * (edge.static_value - score)
        score += scale * edge.prior / (1 + edge.visits)
        if score > best_score:
            best, best_score = i, score
    return best


# --- expand -----------------------------------------------------------------------------------------------------------


@kernel
def is_expanded(
    slot: int, seat: int, is_matched: bool, tree: Tree, work: Workspace, settings: Settings, random: Buffer
) -> bool:
    """Whether the node of the position CURRENT has its edges; if not, it is given them. False if there is no room."""
    if slot == NO_SLOT:
        return False
    return tree.nodes[slot].edge_count > 0 or expand(slot, seat, is_matched, tree, work, settings, random)


@kernel
def expand(
    slot: int, seat: int, is_matched: bool, tree: Tree, work: Workspace, settings: Settings, random: Buffer
) -> bool:
    """Give a node its edges: what the seat may do in the position CURRENT, with priors. False if there is no room.

    They are in any order: the first of equal ones is tried first, and a list by number would favour some seats. Where
    regrets are matched (`is_matched`), edges are evaluated at each visit, against what the others then choose.
    """
    state, node, used = work.states[CURRENT], tree.nodes[slot], tree.counts
    n = shortlist(state, seat, work.actions)
    if used[EDGES_USED] + n > len(tree.edges):
        return False
    node.first_edge, node.edge_count = used[EDGES_USED], n
    used[EDGES_USED] += n
    shuffle(work.actions, n, random)
    for i in range(n):
        edge = tree.edges[node.first_edge + i]
        edge.action, edge.visits, edge.value_sum, edge.static_value = work.actions[i], 0, 0.0, 0.0
        edge.prior = urge(state, seat, work.actions[i])
    if settings.evaluate_children and not is_matched:
        evaluate_children(slot, seat, tree, work, settings)
    normalise_priors(slot, tree)
    return True


@kernel
def shuffle(actions: Buffer, n: int, random: Buffer) -> None:
    """Put the first n into any order, each as likely (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(random, i + 1)
        actions[i], actions[j] = actions[j], actions[i]


@kernel
def evaluate_children(slot: int, seat: int, tree: Tree, work: Workspace, settings: Settings) -> None:
    """Value each action by the static evaluation of where it leads, and raise the priors of those that look best."""
    first, end = edge_range(slot, tree)
    best = 0.0
    for i in range(first, end):
        evaluate_child(CURRENT, i, seat, tree, work)
        best = max(best, tree.edges[i].static_value)
    for i in range(first, end):
        edge = tree.edges[i]
        edge.prior *= np.exp((edge.static_value - best) * settings.prior_sharpness)


@kernel
def evaluate_child(parent: int, i: int, seat: int, tree: Tree, work: Workspace) -> None:
    """Value an edge by the static evaluation of where it leads from the position `parent`."""
    edge = tree.edges[i]
    work.states[CHILD] = work.states[parent]
    apply(work.states[CHILD], seat, int(edge.action))
    edge.static_value = value_for(work.states[CHILD], seat, work.net, work.values, work.parts)


@kernel
def evaluate_against_others(slot: int, seat: int, tree: Tree, work: Workspace) -> None:
    """Value each action of a seat in the joint move that was just made by where it had led, the others' as they are."""
    work.states[VIEW] = work.states[BEFORE]
    if play_others(work.states[VIEW], seat, work.joint):
        first, end = edge_range(slot, tree)
        for i in range(first, end):
            evaluate_child(VIEW, i, seat, tree, work)


@kernel
def normalise_priors(slot: int, tree: Tree) -> None:
    """Make probabilities of priors: even ones, if all are 0."""
    first, end = edge_range(slot, tree)
    total = 0.0
    for i in range(first, end):
        total += tree.edges[i].prior
    for i in range(first, end):
        tree.edges[i].prior = tree.edges[i].prior / total if total > 0 else 1 / (end - first)


@compiled
def favour_greedy_turn(seat: int, tree: Tree, work: Workspace, settings: Settings, random: Buffer, beam: Beam) -> None:
    """Expand the turn of the seat at the root along the greedy turn, whose actions get half of the prior.

    A turn of several actions is found so at once; to find it one action at a time takes many simulations.
    """
    work.states[CURRENT] = work.states[ROOT]
    determinize(work.states[CURRENT], seat, random)
    while favour_greedy_action(seat, tree, work, settings, random, beam):
        pass


@kernel
def favour_greedy_action(
    seat: int, tree: Tree, work: Workspace, settings: Settings, random: Buffer, beam: Beam
) -> bool:
    """The same for the position CURRENT, where that action is played. False if the turn is over, or known already."""
    state = work.states[CURRENT]
    if not moves_alone(state, seat):
        return False
    slot, _ = information_set(seat, 0, tree, work)
    if (
        slot == NO_SLOT
        or tree.nodes[slot].edge_count > 0
        or not expand(slot, seat, False, tree, work, settings, random)
    ):
        return False
    action = best_turn(state, seat, random, beam)
    first, end = edge_range(slot, tree)
    for i in range(first, end):
        edge = tree.edges[i]
        edge.prior = (edge.prior + (edge.action == action)) / 2
    apply(state, seat, action)
    return True


# --- back up ----------------------------------------------------------------------------------------------------------


@kernel
def back_up(depth: int, tree: Tree, work: Workspace, settings: Settings) -> None:
    """Add the value of the leaf, to the seat that chose, to every choice of the path."""
    mixed, is_evaluated = blind_part(settings), settings.evaluate_children
    for i in range(depth - 1, -1, -1):
        step = work.path[i]
        value = work.values[step.seat]
        if step.probability > 0:
            add_regrets(step.node, step.edge, step.probability, value, mixed, is_evaluated, tree)
        else:
            add_value(step.node, step.edge, value, tree)
            if settings.implicit_minimax > 0:
                look_back(i, depth, tree, work)


@kernel
def look_back(i: int, depth: int, tree: Tree, work: Workspace) -> None:
    """Value the action of a step by the best that can follow it, where that is known, else by this visit.

    What is best for another seat is known to be worst for this one only where there are two. Over what chance brings,
    and others choose at the same time, it is the mean.
    """
    step = work.path[i]
    edge, found, is_one_of_many = tree.edges[step.edge], work.values[step.seat], True
    if i + 1 < depth and step.then != TOGETHER:
        following = work.path[i + 1]
        is_own = following.seat == step.seat
        if following.probability == 0 and (is_own or len(work.values) == 2):
            best = best_static_value(following.node, tree)
            found, is_one_of_many = best if is_own else 1 - best, step.then == CHANCE
    edge.static_value += (found - edge.static_value) / (edge.visits + 1 if is_one_of_many else 1)


@kernel
def best_static_value(slot: int, tree: Tree) -> float:
    """That of the best edge of a node, for the seat that chooses there."""
    first, end = edge_range(slot, tree)
    best = 0.0
    for i in range(first, end):
        best = max(best, tree.edges[i].static_value)
    return best


@kernel
def add_value(slot: int, i: int, value: float, tree: Tree) -> None:
    """Of a visit to a node in which an edge was selected by PUCT, and had this value."""
    node, edge = tree.nodes[slot], tree.edges[i]
    node.visits += 1
    node.value_sum += value
    edge.visits += 1
    edge.value_sum += value
