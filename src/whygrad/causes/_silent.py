"""What causes of silent failures share: they look at a step of a training that raised nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from whygrad import ops, walk
from whygrad.causes._base import Cause, leaf_name
from whygrad.evidence.marks import ComparesItself
from whygrad.evidence.of_one_cause.cut_routes import UnreadCopy
from whygrad.evidence.steps import StepsTaken
from whygrad.evidence.tensors import LeafFilled
from whygrad.finding import USUAL, Finding, Wording
from whygrad.graph.left_out import Update, update_between
from whygrad.graph.sites import up_to_parting
from whygrad.graph.targets import compares_one_value
from whygrad.graph.uncut import SUMMING, UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, Node, QueryKind
from whygrad.source.patterns.loops import share_innermost_loop


class SilentCause(Cause):
    """A cause that is found in a look at a training step."""

    kind = QueryKind.SILENT

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind == self.kind:
            yield from self.find_silent(graph)

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        return iter(())

    def finding(
        self, severity: str, chain: Chain, lost: Iterable[str] = (), wording: Wording = USUAL, /, **facts: Any
    ) -> Finding:
        evidence = "inferred" if wording.inferred else "observed"
        lost = tuple(dict.fromkeys(lost))
        return Finding(self.name, severity, evidence, chain, lost=lost, facts=facts, wording=wording)


def steps_taken(graph: UncutGraph) -> int:
    """How many steps the optimizer that was looked at has taken in all."""
    seen = graph.only(StepsTaken)
    return seen.count if seen is not None else 0


def names(graph: UncutGraph, leaves: Iterable[int | None]) -> list[str]:
    return [name for leaf in leaves if leaf is not None and (name := leaf_name(graph, leaf))]


def counted(lost: tuple[str, ...], what: str = "a parameter") -> str:
    """The first by its name, the others by their number."""
    if not lost:
        return what
    return f"`{lost[0]}`" + (f" and {len(lost) - 1} more" if len(lost) > 1 else "")


def reachable(graph: UncutGraph, roots: Iterable[int] | None = None) -> set[int]:
    """What the passes of the look, or these, were computed from, as torch saw it."""
    return graph.behind_passes if roots is None else walk.reachable(roots, lambda at: graph.node(at).inputs)


def unreached(graph: UncutGraph) -> set[int]:
    """What was asked for and is behind no loss of the look; nothing where that is unknown."""
    if graph.is_partial and graph.ends_unknown():
        return set()
    return set(graph.query.wrt) - reachable(graph)


def idle_leaves(graph: UncutGraph, verdict: Verdict) -> list[int]:
    """The parameters without a gradient that no loss of the look was computed from, as far as torch saw."""
    told = {route.leaf for blame in verdict.blames for route in blame.routes}
    idle = unreached(graph) - told
    return [i for i in graph.query.wrt if i in idle]


def puts_without_effect(graph: UncutGraph, verdict: Verdict, dropped: bool) -> Iterator[tuple[Chain, list[int]]]:
    """Where values of such parameters were put into a leaf behind the loss, or into a copy that was dropped."""
    idle, used = set(idle_leaves(graph, verdict)), reachable(graph)
    for put in graph.evidence(LeafFilled):
        lost = sorted(idle.intersection(put.sources))
        if put.dropped == dropped and (dropped or (lost and put.into in used)):
            yield put.chain, lost


def updates_without_effect(graph: UncutGraph, verdict: Verdict) -> dict[int, Update]:
    """Such parameters that went into the passes of a learner made anew in each turn, which the loss uses too."""
    behind = graph.behind(graph.query.roots) if graph.query.kind is QueryKind.SILENT else set()
    idle = idle_leaves(graph, verdict) if behind and not graph.is_partial else []
    found = ((leaf, update_between(graph, leaf, behind)) for leaf in idle)
    return {leaf: update for leaf, update in found if update is not None and _is_made_anew(graph, update.leaf, leaf)}


def _is_made_anew(graph: UncutGraph, leaf: int, trained: int) -> bool:
    """Was a leaf made after a step that trains another?"""
    steps = [w.clock for w in graph.recording.writes if w.step and trained in w.parameters]
    return any(clock <= graph.node(leaf).clock for clock in steps)


def leaves_behind(graph: UncutGraph, at: int) -> set[int]:
    """The leaves from which a node was computed; a leaf stands behind itself."""
    return {i for i in reachable(graph, (at,)) if graph.node(i).kind == "leaf"}


def dead_terms(graph: UncutGraph) -> list[int]:
    """The terms of the loss, a sum, that were computed and carry no gradient, or one that only copies get."""
    copies = {seen.at for seen in graph.evidence(UnreadCopy)}
    whole = {at for root in graph.query.roots for at in (root, *graph.terms(root))}

    def is_dead(at: int) -> bool:
        node = graph.node(at)
        if node.kind != "operation" or not node.inputs or not graph.can_carry(at):
            return False
        return not node.requires_grad or (bool(copies) and at not in whole and _ends_in(graph, at, copies))

    met = walk.breadth_first(graph.query.roots, lambda at: () if is_dead(at) else graph.terms(at))
    return [_without_factors(graph, at, is_dead) for at in met if is_dead(at)]


def _ends_in(graph: UncutGraph, at: int, copies: set[int]) -> bool:
    """Do all of autograd's paths from here end in these?"""

    def onward(index: int) -> list[int]:
        return [] if index in copies else [i for i in graph.node(index).inputs if graph.node(i).requires_grad]

    ends = [index for index in walk.reachable((at,), onward) if not onward(index)]
    return copies.issuperset(ends) and not graph.ends_unknown((at,))


def terms_cut_off(graph: UncutGraph) -> list[tuple[int, tuple[int, ...]]]:
    """The terms that carry no gradient although something that learns went into them, with those leaves.

    Where the same value goes into the loss with its history too, the term is there for the value alone.
    """
    behind, learning = reachable(graph), graph.learning_behind(graph.query.roots)
    found = []
    for term in dead_terms(graph):
        node = graph.node(term)
        leaves = tuple(i for i in sorted(leaves_behind(graph, term)) if i in learning and graph.node(i).optimized)
        values = [graph.node(i) for i in node.inputs]
        carrying = [i for i in node.inputs if not leaves_behind(graph, i).isdisjoint(leaves)]
        elsewhere = any(u != term and u in behind for i in carrying for u in graph.users.get(i, ()))
        difference = any(len(v.inputs) > 1 and v.act == "sub" for v in values)
        # What is 0 has no say.
        constant = any(isinstance(graph.node(i).mark, ComparesItself) for i in reachable(graph, (term,)))
        constant = constant or compares_one_value(graph, term)
        settled = any(_had_its_pass(graph, value) for value in values)
        if leaves and not node.shape and not (elsewhere or difference or constant or settled):
            found.append((term, leaves))
    return found


def terms_from_outside(graph: UncutGraph) -> list[tuple[int, tuple[int, ...]]]:
    """The numbers in the loss that plain Python made of values of what learns, with those leaves; by the source.

    A number of the loss itself that comes back, as a running total does, stands for its value alone.
    """
    learning = graph.learning_behind(graph.query.roots)
    added = {at for root in graph.query.roots for at in (root, *graph.summing)}
    added |= {term for at in added for term in graph.terms(at)}
    found = []
    for term in (*dead_terms(graph), *_plain_terms(graph)) if graph.exports else ():
        inside = reachable(graph, (term,))
        if graph.node(term).shape or any(i in learning or graph.node(i).requires_grad for i in inside):
            continue
        exports = {e for i in inside for e in graph.inputs(i) if graph.node(e).kind == "export"}
        values = {graph.before(i, ops.DETACHING) for e in exports for i in graph.node(e).inputs}
        behind = {leaf for value in values for leaf in leaves_behind(graph, value)}
        leaves = tuple(i for i in sorted(behind) if i in learning and graph.node(i).optimized)
        if leaves and values.isdisjoint(added) and not any(_had_its_pass(graph, graph.node(v)) for v in values):
            found.append((term, leaves))
    return found


def _plain_terms(graph: UncutGraph) -> Iterator[int]:
    """The terms of the loss that came into torch as numbers: `torch.tensor(penalty)`."""
    for at in walk.breadth_first(graph.query.roots, graph.terms):
        node = graph.node(at)
        if node.kind == "leaf" and not (node.requires_grad or node.parameter or node.shape) and graph.can_carry(at):
            yield at


def _had_its_pass(graph: UncutGraph, value: Node) -> bool:
    """Is it the sum itself as an earlier turn of the loop left it? A running total has had its own pass by then."""
    added = map(graph.node, walk.breadth_first(graph.query.roots, graph.terms))
    if not value.chain or all(node.chain != value.chain for node in added if node.requires_grad and node != value):
        return False
    for root in map(graph.node, graph.query.roots):
        summed, asked = up_to_parting(value.chain, root.chain)[-1], up_to_parting(root.chain, value.chain)[-1:]
        if asked and share_innermost_loop(summed, asked[0], graph.sources):
            return True
    return False


def number_terms(graph: UncutGraph) -> list[int]:
    """The values that left torch and came back as plain numbers, added to the loss."""
    found = []
    for at in walk.breadth_first(graph.query.roots, graph.terms):
        node = graph.node(at)
        if node.act in ops.SUMMING and node.outside:
            numbers = [i for i in graph.inputs(at) if graph.node(i).kind == "export"]
            found += [i for i in numbers if graph.node(i).act in ops.FLOATS and graph.node(i).inputs]
    return found


def number_factors(graph: UncutGraph) -> list[tuple[int, int]]:
    """The numbers of parameters that weight a part of the loss, each with the parameter: of those alone that are added
    to the loss besides, weighted by constants. What gets the same gradient at any value finds no end.
    """
    found = []
    behind = reachable(graph)
    for at in sorted(behind):
        node = graph.node(at)
        if node.act not in ops.SCALING or not node.outside:
            continue
        for index in graph.inputs(at):
            export = graph.node(index)
            if export.kind == "export" and export.act in ops.FLOATS:
                leaf = _parameter_alone(graph, index)
                found += [(index, leaf)] if leaf is not None and _is_added_alone(graph, leaf, behind) else []
    return found


def _parameter_alone(graph: UncutGraph, at: int) -> int | None:
    """The parameter that a value was computed from, where it was from nothing else."""
    before = walk.reachable((at,), lambda i: () if graph.node(i).parameter else graph.node(i).inputs)
    leaves = [i for i in before if graph.node(i).kind == "leaf"]
    return leaves[0] if len(leaves) == 1 and graph.node(leaves[0]).parameter else None


def _is_added_alone(graph: UncutGraph, leaf: int, behind: set[int]) -> bool:
    """Does a parameter of an optimizer go into the loss as a term, with constant factors, and in no other way?"""
    if not graph.node(leaf).optimized or leaf not in behind:
        return False
    above = walk.breadth_first((leaf,), lambda at: [u for u in graph.users.get(at, ()) if u in behind])
    return all(at == leaf or _is_linear(graph, at) for at in above)


def _is_linear(graph: UncutGraph, at: int) -> bool:
    node = graph.node(at)
    if node.act in ops.SCALING:
        return len(node.inputs) == 1 and all(graph.node(i).kind != "export" for i in graph.inputs(at))
    return node.act in (SUMMING | {"neg", "sub", "mean", "sum"})


def _without_factors(graph: UncutGraph, at: int, is_dead: Callable[[int], bool]) -> int:
    """The term itself, behind the numbers that it is weighted by."""
    node = graph.node(at)
    while node.act in ops.SCALING and len(node.inputs) == 1 and graph.node(node.inputs[0]).inputs:
        if not is_dead(node.inputs[0]) and graph.node(node.inputs[0]).requires_grad:
            break
        at = node.inputs[0]
        node = graph.node(at)
    return at


def loss_operations(graph: UncutGraph) -> set[int]:
    """The operations that make the loss out of its terms, and the last one of each term."""
    making = SUMMING | ops.SCALING | ops.SQUARES
    return walk.reachable(graph.query.roots, lambda at: graph.node(at).inputs if graph.node(at).act in making else ())
