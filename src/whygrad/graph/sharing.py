"""Which part of a graph an earlier backward pass has used up, and what carried it over."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.loops import share_a_loop


@dataclass(frozen=True)
class Shared:
    """`carried` was made for an earlier backward pass at `earlier`, and `used` again on the way to the root."""

    earlier: int  # the node of the earlier backward call
    carried: int
    used: int | None  # None where the root itself was carried over


def find_shared(graph: UncutGraph) -> Shared | None:
    """The latest earlier backward pass that shares a part of the root's graph, and where the shared part ends."""
    mine = _behind(graph, graph.query.roots)
    calls = [i for i, n in enumerate(graph.nodes) if n.op == "backward" and n.detail != "retained"]
    for call in sorted(calls, key=lambda i: -graph.node(i).clock):
        shared = {i for i in _behind(graph, graph.node(call).inputs) & mine if _is_freed(graph, i)}
        if not shared:
            continue
        for root in graph.query.roots:
            if root in shared:
                return Shared(call, root, None)
        ends = [
            (graph.node(i).clock, i, user) for user in mine - shared for i in graph.node(user).inputs if i in shared
        ]
        if ends:
            _, carried, used = max(ends)
            return Shared(call, carried, used)
    return None


def blamed_chain(graph: UncutGraph, shared: Shared) -> Chain:
    """The line to change: where the value is used again, or where it was made once and for all."""
    earlier = graph.node(shared.earlier).chain
    if shared.used is None or not earlier:
        return graph.query.chain
    made = graph.node(shared.carried).chain
    used = graph.node(shared.used).chain
    level = _level(made, earlier[-1])
    if level is None:
        return made
    again = _level(used, earlier[-1])
    # Made in the same round of the loop as the earlier backward: to be computed again where it is used again.
    if again is not None and share_a_loop(made[level], earlier[-1], graph.sources):
        return used[: again + 1]
    if again is not None and not _in_any_common_loop(made[level], used[again], earlier[-1], graph):
        return used[: again + 1]
    return made[: level + 1]


def _in_any_common_loop(made: Place, used: Place, earlier: Place, graph: UncutGraph) -> bool:
    """Is the second use in a loop that the making stands outside of?"""
    return share_a_loop(used, earlier, graph.sources) and not share_a_loop(made, earlier, graph.sources)


def _level(chain: Chain, place: Place) -> int | None:
    """The position in the chain of the call in the function in which `place` stands."""
    for position in range(len(chain) - 1, -1, -1):
        if (chain[position].file, chain[position].function) == (place.file, place.function):
            return position
    return None


def _is_freed(graph: UncutGraph, index: int) -> bool:
    node = graph.node(index)
    return node.requires_grad and node.kind == "operation"


def _behind(graph: UncutGraph, roots: tuple[int, ...]) -> set[int]:
    seen, queue = set(roots), list(roots)
    for at in queue:
        new = [i for i in graph.node(at).inputs if i not in seen]
        seen.update(new)
        queue += new
    return seen
