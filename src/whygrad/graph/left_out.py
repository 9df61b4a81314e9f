"""Where a value was left out of a result that it was thought to be a part of."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.graph.sites import parting, up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, DETACHING, VIEWS
from whygrad.recording import Chain, QueryKind
from whygrad.source.patterns.ignored import is_ignored
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
    # "beside": the function that made the copy goes on without it; "rebound": a statement only gives it to a name
    how: str
    chain: Chain
    source: int | None = None  # what `asked` was made from, where it is a copy
    use: int | None = None  # what was computed from `asked` and is not a part of the result
    name: str = ""  # that it was given to


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
    later = _later(graph, asked, result)
    if node.kind == "leaf" and node.birth and not later:
        return LeftOut("late", node.birth)
    if not alone or node.parameter:
        return None
    use = next((user for user in graph.users.get(asked, ()) if user not in result and graph.node(user).chain), None)
    chain = _first_without(graph, asked, later)
    return LeftOut("without", chain, None, use) if chain else None


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
    functions = {(place.file, place.function) for place in (*graph.node(asked).birth[-1:], *graph.query.chain)}
    for index in later:
        chain = graph.node(index).chain
        levels = [level for level, place in enumerate(chain) if (place.file, place.function) in functions]
        if levels:
            return chain[: _deepest(graph, asked, chain, levels[-1]) + 1]
    return ()


def _deepest(graph: UncutGraph, asked: int, chain: Chain, level: int) -> int:
    """A call that hands `asked` on uses it, as far as it goes; the function that never reads it passes it by."""
    if level + 1 >= len(chain):
        return level
    handed = (asked, *graph.users.get(asked, ()))
    names = {name for index in handed if (name := _variable(graph, index))}
    ignored = any(is_ignored(name, chain[level], chain[level + 1], graph.sources) for name in names)
    return level + 1 if ignored else level


def _variable(graph: UncutGraph, index: int) -> str:
    node = graph.node(index)
    return node.name if node.name.isidentifier() else graph.assigned_name(node.birth)
