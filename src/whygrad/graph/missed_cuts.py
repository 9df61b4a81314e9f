"""A value that the program means to detach before it is used again, and does not: the line of that `.detach()`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from whygrad.graph.sharing import Shared, blamed_chain
from whygrad.graph.sites import parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.patterns.detaching import detached_in_part, detached_outside, dropped_detach, handed_on_unchanged
from whygrad.source.patterns.loops import share_a_loop
from whygrad.source.patterns.stores import attributes_in, attributes_read, carried_names
from whygrad.source.sharing.detached_by_name import unlisted_state


class Missed(Enum):
    """Why it comes to nothing."""

    DROPPED = auto()  # nobody gets its result
    OUTSIDE = auto()  # it stands outside the loop whose rounds carry the value over
    IN_PART = auto()  # it detaches one of several values that are carried over
    UNLISTED = auto()  # what detaches several states by their names has not the name of this one
    DECLARED = auto()  # the same, where a subclass has a state that its base's names do not know
    LEFT_OUT = auto()  # what each round calls for the value hands it on as it is


IN_ROUNDS = {
    Missed.OUTSIDE: detached_outside,
    Missed.IN_PART: detached_in_part,
    Missed.LEFT_OUT: handed_on_unchanged,
}


@dataclass(frozen=True)
class MissedCut:
    """A `.detach()` that comes to nothing, or is not there where it belongs."""

    chain: Chain
    how: Missed
    store: Place | None = None  # what keeps the value


def missed_cut(graph: UncutGraph, shared: Shared) -> MissedCut | None:
    """Where the text detaches what is carried over to no effect, or calls a function for it that does nothing."""
    earlier, made = graph.node(shared.earlier).chain, graph.node(shared.carried).chain
    used = graph.node(shared.used).chain if shared.used is not None else ()
    level = parting(used, earlier)
    if level is None:
        return None
    names = _names(graph, shared, made, used, level)
    files = tuple(graph.recording.sources)
    dropped = dropped_detach(names, used[level], files, graph.sources)
    if dropped is not None:
        return MissedCut((*earlier[:level], dropped), Missed.DROPPED)
    if not share_a_loop(used[level], earlier[level], graph.sources):
        return None
    for how, find in IN_ROUNDS.items():
        place = find(names, earlier[level], files, graph.sources)
        if place is not None:
            return MissedCut((*earlier[:level], place), how)
    store = blamed_chain(graph, shared)[-1:]
    unlisted = unlisted_state(store[0], files, graph.sources) if store else None
    if unlisted is not None:
        return MissedCut((unlisted.place,), Missed.DECLARED if unlisted.is_declared else Missed.UNLISTED, store[0])
    return None


def _names(graph: UncutGraph, shared: Shared, made: Chain, used: Chain, level: int) -> set[str]:
    """What the program calls the value: the attributes that may hold it, and the variable that a round hands on."""
    nodes = [graph.node(i) for i in (shared.carried, shared.used) if i is not None]
    found = {part for node in nodes for part in node.name.split(".")[1:] if not part.isdigit()}
    found |= {node.name for node in nodes if node.name.isidentifier()}
    found |= {*attributes_read(used[-1], graph.sources), *attributes_in(used[-1], graph.sources)}
    if len(made) > level and (made[level].file, made[level].function) == (used[level].file, used[level].function):
        found |= carried_names(made[level], used[level], graph.sources)
    return found
