"""States that were loaded into the modules that they were taken from: which of these loads were to change something."""

from __future__ import annotations

from whygrad.evidence.of_one_cause.self_loads import LoadedIntoItself
from whygrad.graph.uncut import UncutGraph

OFTEN = 3  # times that a state is loaded where it was taken just before


def loads_in_vain(graph: UncutGraph) -> list[LoadedIntoItself]:
    """Those with training between taking and loading, and those that come again and again."""
    return [seen for seen in graph.evidence(LoadedIntoItself) if was_kept(seen) or seen.times >= OFTEN]


def was_kept(seen: LoadedIntoItself) -> bool:
    return bool(seen.passes and seen.taken)
