"""Where a value was left out of a result that it was thought to be a part of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain as chain_of

from whygrad.graph.sites import parting, up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, DETACHING, VIEWS
from whygrad.recording import Chain, Node, Place, QueryKind, Write
from whygrad.source.chains import shared_calls
from whygrad.source.given.composed import composition_of, replaced_key
from whygrad.source.patterns.ignored import (
    Held,
    could_take,
    given_as,
    is_unread,
    never_read,
    reads,
    replaced_before,
    replaces,
    variables_with,
)
from whygrad.source.sharing.rebound import rebindings
from whygrad.walk import breadth_first, reachable

# They hand the same numbers on as a tensor of its own.
COPIES = VIEWS | CASTING | DETACHING | {
    "clone", "contiguous", "requires_grad", "__deepcopy__", "tensor", "as_tensor", "from_numpy", "Parameter",
    "Variable", "index_select", "gather", "repeat", "tile", "hsplit", "vsplit", "alias", "numpy", "__array__",
    "tolist", "asarray", "new_tensor",
}  # fmt: skip


@dataclass(frozen=True)
class LeftOut:
    """Why a result is not computed from `asked`, as far as it was seen, and the line that made it so."""

    # "copy": made from a part of the result's way; "flag": set to require a gradient after the result was computed from
    # it; "late": made after it; "without": the result passed it by; "original": it uses what `asked` was updated from;
    # "beside": the function that made the copy goes on without it; "replaced": a function that was given it goes on
    # with another value; "branch": the branch of such a function that reads it did not run; "rebound": a statement
    # only gives it to a name; "again": a function that was given it repeats an operation that it was computed by;
    # "early": the result uses a value that was replaced after that, under one key, by one computed from `asked`;
    # "updated": it went into a pass, and the result uses a leaf that was updated after that
    how: str
    chain: Chain
    source: int | None = None  # what `asked` was made from, where it is a copy; the pass that it went into; what reads
    use: int | None = None  # what was computed from `asked` and is not a part of the result
    name: str = ""  # that it was given to; of the leaf that was updated; of the key


def passed_by(graph: UncutGraph) -> LeftOut | None:
    """Why nothing that a gradient was asked for is behind a result that has no gradient at all, where that was seen."""
    if graph.query.kind is not QueryKind.GRAD or not graph.query.wrt or graph.ends_unknown():
        return None
    behind = reachable(graph.roots, graph.inputs)
    found = None if behind & set(graph.query.wrt) else find_left_out(graph, graph.query.wrt[0], alone=False)
    return found if found is not None and found.how in ("copy", "flag", "rebound") else None


def find_left_out(graph: UncutGraph, asked: int, alone: bool) -> LeftOut | None:
    """Where `asked` was left out; only one that was asked `alone` is known to be meant for the result."""
    result = graph.behind(graph.query.roots)
    if asked in result:  # by a way that has no gradient: of a gradient that is constant, for one
        return None
    rebound = _rebound(graph, asked, result)
    if rebound is not None:
        return rebound
    early = _read_early(graph, asked, result)
    if early is not None:
        return early
    later = _later(graph, asked, result)
    ignored = _ignored_by_callee(graph, asked, later) if not graph.node(asked).parameter else None
    if ignored is not None:
        return replace(ignored, use=_use(graph, asked, result))
    source = _copied_from(graph, asked, result)
    node = graph.node(asked)
    if source is not None and node.chain:
        flag = node.act.removesuffix(".__set__") == "requires_grad"
        beside = _used_beside(graph, asked, source, result) if not flag else ()
        if beside:
            return LeftOut("beside", beside, asked)
        return LeftOut("flag" if flag and source in node.inputs else "copy", node.chain, source)
    updated = _original_used(graph, asked, result)
    if updated is not None:
        return updated
    if node.kind == "leaf" and node.birth and not later:
        return LeftOut("late", node.birth)
    update = update_between(graph, asked, result) if alone or not node.parameter else None
    # Beside a parameter another part of its model may just be trained.
    if update is not None and not (node.parameter and update.write.step and graph.node(update.leaf).optimized):
        return LeftOut("updated", update.write.chain, update.ran, name=graph.node(update.leaf).name)
    if not alone or node.parameter:
        return None
    chain = _first_without(graph, asked, later)
    return LeftOut("without", chain, None, _use(graph, asked, result)) if chain else None


def _read_early(graph: UncutGraph, asked: int, result: set[int]) -> LeftOut | None:
    """Where the result reads a value before it is replaced, under the same key, by one that is computed from `asked`.

    Of parts that one call runs in a loop it is the list of them.
    """
    made = (at for at in breadth_first((asked,), lambda at: graph.users.get(at, ())) if at not in result)
    for late in (at for at in made if graph.node(at).chain):
        replaced = [i for i in graph.node(late).inputs if i in result]
        for read in (user for i in replaced for user in graph.users.get(i, ()) if user in result):
            first, then = graph.node(read), graph.node(late)
            is_before = first.clock < then.clock and first.chain and first.chain[-1] != then.chain[-1]
            key = replaced_key(first.chain, then.chain, graph.sources) if is_before else ""
            if key:
                return LeftOut("early", _order_of(graph, first.chain, then.chain), read, late, key)
    return None


def _order_of(graph: UncutGraph, first: Chain, then: Chain) -> Chain:
    """Where two steps are put in their order: the list of parts that one call runs, or the frame where they part."""
    position = shared_calls(first, then)
    if 0 < position < min(len(first), len(then)) and parting(first, then) is None:
        parts = {_class_of(chain[position]) for chain in (first, then)}
        listed = composition_of(first[position - 1], parts, graph.recording.sources, graph.sources)
        return (*first[: position - 1], listed) if listed is not None else first[:position]
    return up_to_parting(first, then)


def _class_of(place: Place) -> str:
    """`Strain` of `Strain.forward`; of a function that is no method its own name."""
    *above, name = place.function.split(".")
    return above[-1] if above and above[-1] != "<locals>" else name


def _use(graph: UncutGraph, asked: int, result: set[int]) -> int | None:
    """What was computed from `asked`, and is not a part of the result."""
    return next((user for user in graph.users.get(asked, ()) if user not in result and graph.node(user).chain), None)


def _rebound(graph: UncutGraph, asked: int, result: set[int]) -> LeftOut | None:
    """A statement that gives `asked` to a name that nobody reads, where no other statement was seen to use it."""
    if not graph.query.chain or graph.node(asked).parameter:
        return None
    used = [place for user in graph.users.get(asked, ()) if (place := graph.node(user).place) is not None]
    ran = {node.chain for i in result if (node := graph.node(i)).chain}
    for rebinding in rebindings(graph.query.chain, ran, graph.recording.sources, graph.sources):
        if all(rebinding.chain[-1].contains(place) for place in used):
            return LeftOut("rebound", rebinding.chain, name=rebinding.name)
    return None


def _copied_from(graph: UncutGraph, asked: int, result: set[int]) -> int | None:
    """The value behind the result that `asked` is a copy or a part of."""

    def copied(at: int) -> list[int]:
        made = graph.inputs(at) if graph.node(at).act in COPIES else ()
        return [parent for parent in made if not graph.is_inferred(at, parent)]

    return next((at for at in breadth_first((asked,), copied) if at in result), None)


def _used_beside(graph: UncutGraph, asked: int, source: int, result: set[int]) -> Chain:
    """Where the function that made the copy goes on with what it had computed and copied, and not with the copy."""
    node = graph.node(asked)
    if graph.node(source).kind != "operation" or graph.node(source).clock > node.clock:
        return ()
    users = sorted((graph.node(i) for i in graph.users.get(source, ()) if i in result), key=lambda user: user.clock)
    for user in users:
        chain = up_to_parting(user.chain, node.chain)
        here, there = chain[-1:], node.chain[-1:]
        within = [(place.file, place.function) for place in (*here, *there)]
        if user.clock > node.clock and len(within) == 2 and within[0] == within[1] and here[0].line > there[0].line:
            return chain
    return ()


def _original_used(graph: UncutGraph, asked: int, result: set[int]) -> LeftOut | None:
    """A later step of the result that uses the parameter itself, where `asked`, computed from it, was to stand for it.

    Where what was made beside `asked` is used as it should be, the call is told at which the two ways part.
    """
    node = graph.node(asked)
    for original in node.inputs if node.kind == "operation" else ():
        stands = graph.node(original).parameter and graph.node(original).shape == node.shape
        uses = graph.users.get(original, ()) if stands else ()
        for use in sorted(uses, key=lambda i: graph.node(i).clock):
            chain = graph.node(use).chain
            if use not in result or graph.node(use).clock <= node.clock or not chain:
                continue
            beside = (i for i in graph.nodes_at.get(node.chain[-1], ()) if i in result) if node.chain else ()
            rights = [user for i in beside for user in graph.users.get(i, ()) if user in result]
            right = max(rights, key=lambda user: _together(chain, graph.node(user).chain), default=None)
            other = graph.node(right).chain if right is not None else graph.query.chain
            return LeftOut("original", up_to_parting(chain, other), use=right)
    return None


def _together(chain: Chain, other: Chain) -> int:
    """How many calls lead to both."""
    position = parting(chain, other)
    return len(chain) if position is None else position


def _later(graph: UncutGraph, asked: int, result: set[int]) -> list[int]:
    """The steps to the result that were made after `asked`, without those of the call that asks, the first first."""
    call = graph.query.chain[-1] if graph.query.chain else None
    nodes = ((i, graph.node(i)) for i in result)
    found = [
        (node.clock, i)
        for i, node in nodes
        if node.inputs
        and node.clock > graph.node(asked).clock
        and not (call is not None and node.place is not None and call.contains(node.place))
    ]
    return [i for _, i in sorted(found)]


def _first_without(graph: UncutGraph, asked: int, later: list[int]) -> Chain:
    """The first of these steps, in the function that made `asked` or asked for its gradient."""
    steps, level = _steps_beside(graph, asked, later)
    return steps[0][: level + 1] if steps else ()


def _steps_beside(graph: UncutGraph, asked: int, later: list[int]) -> tuple[list[Chain], int]:
    """The chains of these steps in one call of the function that made `asked` or asked for it, and its level there."""
    functions = {(place.file, place.function) for place in (*graph.node(asked).birth[-1:], *graph.query.chain)}
    chains = [graph.node(index).chain for index in later]
    for chain in chains:
        levels = [level for level, place in enumerate(chain) if (place.file, place.function) in functions]
        if levels:
            return _under(chains, chain[: levels[-1]], chain[levels[-1]]), levels[-1]
    return [], 0


def _under(chains: list[Chain], calls: Chain, first: Place) -> list[Chain]:
    """The chains of what ran under these calls, in the function in which `first` stands."""
    level = len(calls)
    own = [chain for chain in chains if chain[:level] == calls and len(chain) > level]
    return [chain for chain in own if (chain[level].file, chain[level].function) == (first.file, first.function)]


def _ignored_by_callee(graph: UncutGraph, asked: int, later: list[int]) -> LeftOut | None:
    """The line of a function that was given `asked`, or what is computed from it, and goes on without it."""
    steps, level = _steps_beside(graph, asked, later)
    values = (asked, *graph.users.get(asked, ()))
    names = {name: "" for index in values if (name := _variable(graph, index))}
    return _ignored_under(graph, steps, level, names, values) if steps and names else None


def _ignored_under(
    graph: UncutGraph, steps: list[Chain], level: int, held: Held, values: Sequence[int]
) -> LeftOut | None:
    """Where the first of the functions that these steps call with the value leaves it out; nothing where none does."""
    held = variables_with(held, [chain[level] for chain in steps], graph.sources)
    for chain in steps:
        inner = given_as(held, chain, level, graph.sources) if len(chain) > level + 1 else {}
        below = _under(steps, chain[: level + 1], chain[level + 1]) if inner else []
        deeper = _left_out_by(graph, below, level + 1, inner, values) if below else None
        if deeper is not None:
            return deeper
    return None


def _left_out_by(
    graph: UncutGraph, steps: list[Chain], level: int, held: Held, values: Sequence[int]
) -> LeftOut | None:
    """The line at which a function that has the value, or one that it hands it to, leaves it out."""
    calls, ran = steps[0][:level], [chain[level] for chain in steps]
    if any(graph.node(value).chain[:level] == calls for value in values):
        return None  # used there, and what came of it is not the result
    for chain in steps:
        if replaces(chain[level], held, graph.sources):
            return LeftOut("replaced", chain[: level + 1])
        if reads(chain[level], held, graph.sources):
            replaced = replaced_before(chain[level], held, graph.sources)
            if replaced is not None:
                return LeftOut("replaced", (*calls, replaced))
            deeper = _ignored_under(graph, steps, level, held, values)
            return deeper or (LeftOut("without", chain[: level + 1]) if len(chain) > level + 1 else None)
    held = variables_with(held, ran, graph.sources)
    left = never_read(held, ran, graph.sources)
    if is_unread(held, ran[0], graph.sources):
        anew = _computed_anew(graph, steps, level, values)
        if anew is not None:
            return LeftOut("again", anew)
        # A call may have a parameter for it; counting and comparing are no steps that it belongs into.
        real = (chain[level] for chain in steps if any(map(graph.can_carry, _nodes_of(graph, chain))))
        takes = (chain[level] for chain in steps if could_take(held, chain, level, graph.sources))
        left = next(chain_of(takes, real), left) if left is not None else None
    return LeftOut("without" if left in ran else "branch", (*calls, left)) if left is not None else None


def _computed_anew(graph: UncutGraph, steps: list[Chain], level: int, values: Sequence[int]) -> Chain | None:
    """The step of a function that repeats an operation behind a value that the function was given."""
    behind = breadth_first(values, lambda at: graph.node(at).inputs)
    made = [graph.node(i) for i in behind if graph.node(i).kind == "operation" and graph.node(i).chain]
    for chain in steps:
        for index in _nodes_of(graph, chain):
            node = graph.node(index)
            if any(_repeats(graph, node, other) for other in made):
                return chain[: level + 1]
    return None


def _repeats(graph: UncutGraph, node: Node, other: Node) -> bool:
    """Is it the same operation with the same parameter or of the same values, or from the same line, run again?"""
    if node is other or node.act != other.act or node.clock <= other.clock or node.act in COPIES:
        return False
    held = {i for i in node.inputs if graph.node(i).parameter}
    return bool(held & {*other.inputs}) or node.inputs == other.inputs or node.place == other.place


def _nodes_of(graph: UncutGraph, chain: Chain) -> list[int]:
    return [i for i in graph.nodes_at.get(chain[-1], ()) if graph.node(i).chain == chain]


def _variable(graph: UncutGraph, index: int) -> str:
    node = graph.node(index)
    return node.name if node.name.isidentifier() else graph.assigned_name(node.birth)


@dataclass(frozen=True)
class Update:
    """A pass depends on a value, and a write after it changed a leaf that both the pass and the result use."""

    write: Write
    ran: int  # the pass
    leaf: int


def update_between(graph: UncutGraph, asked: int, result: set[int]) -> Update | None:
    """The first update that came between a pass which depends on `asked` and a result which does not."""
    if _has_another(graph, asked, result):
        return None
    for ran in _passes(graph):
        behind = graph.behind((ran,))
        if asked not in behind:
            continue
        for write in graph.recording.writes:
            leaf = _updated(graph, write, behind & result) if write.clock >= graph.node(ran).clock else None
            if leaf is not None and write.chain and asked not in write.parameters:
                return Update(write, ran, leaf)
    return None


def _passes(graph: UncutGraph) -> list[int]:
    """The passes before the one that the question is about, the latest first."""
    found = [i for i, node in enumerate(graph.nodes) if node.op == "backward" and node.kind == "export" and node.number]
    return sorted(found, key=lambda i: -graph.node(i).number)


def _updated(graph: UncutGraph, write: Write, shared: set[int]) -> int | None:
    """A leaf that was written, of which the result has used the new values."""
    written = write.parameters if write.step else () if write.old is None else (write.old,)
    for leaf in written:
        used = (graph.node(user).clock for user in graph.users.get(leaf, ()))
        if leaf in shared and graph.node(leaf).requires_grad and any(clock > write.clock for clock in used):
            return leaf
    return None


def _has_another(graph: UncutGraph, asked: int, result: set[int]) -> bool:
    """Does the result use another tensor of the same kind, which may have been meant instead of `asked`?"""
    shape = graph.node(asked).shape

    def is_alike(index: int) -> bool:
        node = graph.node(index)
        return node.kind == "leaf" and node.requires_grad and not node.parameter and node.shape == shape

    return any(map(is_alike, result))
