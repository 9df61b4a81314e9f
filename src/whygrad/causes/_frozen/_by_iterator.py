"""Parameters that stay frozen because the loop that should unfreeze them goes through an exhausted iterator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from whygrad.evidence.modules import FrozenLeaf
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.values.iterators import exhausted_by

HOWS = ("once", "stopped", "probed", "guarded", "whole")


@dataclass(frozen=True)
class LeftFrozen:
    """Leaves that one loop has frozen, the iterator that it went through, and the loop that finds nothing in it."""

    leaves: tuple[int, ...]
    names: tuple[str, ...]
    froze: Chain
    made: Place
    again: Place


def left_frozen(graph: UncutGraph, used: set[int]) -> Iterator[LeftFrozen]:
    """Those of the leaves that are used: they were frozen, and nothing has unfrozen them."""
    frozen: dict[Chain, list[FrozenLeaf]] = {}
    for seen in graph.evidence(FrozenLeaf):
        if seen.leaf in used and seen.how in HOWS:
            frozen.setdefault(graph.node(seen.leaf).frozen, []).append(seen)
    for chain, members in frozen.items():
        places = exhausted_by(chain, graph.recording.sources, graph.sources)
        if places is not None:
            leaves = tuple(seen.leaf for seen in members if seen.leaf is not None)
            yield LeftFrozen(leaves, tuple(seen.name for seen in members), chain, *places)
