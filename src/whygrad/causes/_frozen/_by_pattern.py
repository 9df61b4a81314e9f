"""Layers that are frozen because their number begins as another's does: `layers.1` is the beginning of `layers.10`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.patterns.freezing import matched_by_beginning

NUMBERED = re.compile(r"^(?P<list>(?:.*\.)?[A-Za-z_]\w*)\.(?P<number>\d+)\.(?P<rest>.+)$")


@dataclass
class _Layers:
    """The parameters of one name in the layers of one list, by the numbers of the layers."""

    frozen: dict[str, int] = field(default_factory=dict)
    learning: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Overmatched:
    leaves: tuple[int, ...]
    short: str  # `layers.1`
    long: str  # `layers.10`
    matcher: Place


def frozen_by_beginning(graph: UncutGraph, used: set[int]) -> Overmatched | None:
    """Layers behind ones that learn, frozen by the line that freezes exactly those whose number begins alike."""
    lists: dict[tuple[str, str], _Layers] = {}
    for index in sorted(used):
        node = graph.node(index)
        match = NUMBERED.match(node.name) if node.kind == "leaf" and node.parameter else None
        if match:
            layers = lists.setdefault((match["list"], match["rest"]), _Layers())
            if node.requires_grad:
                layers.learning.add(match["number"])
            elif node.frozen:
                layers.frozen[match["number"]] = index
    leaves: list[int] = []
    pairs: list[tuple[str, str]] = []
    chain: Chain = ()
    for (path, _), layers in lists.items():
        for short, long in _overmatched(layers):
            froze = graph.node(layers.frozen[long]).frozen
            if froze[-1:] == graph.node(layers.frozen[short]).frozen[-1:]:
                leaves.append(layers.frozen[long])
                pairs.append((f"{path.rpartition('.')[2]}.{short}", f"{path.rpartition('.')[2]}.{long}"))
                chain = froze
    matcher = matched_by_beginning(pairs[0], chain, graph.recording.sources, graph.sources) if pairs else None
    return Overmatched(tuple(leaves), *pairs[0], matcher) if matcher is not None else None


def _overmatched(layers: _Layers) -> list[tuple[str, str]]:
    """The numbers of frozen layers, shorter and longer; none where the beginning does not tell which are frozen."""
    short = [n for n in layers.frozen if not any(other != n and n.startswith(other) for other in layers.frozen)]
    found = [(n, long) for long in layers.frozen for n in short if long != n and long.startswith(n)]
    if any(number.startswith(tuple(short)) for number in layers.learning) or len({len(n) for n in short}) > 1:
        return []
    return [(n, long) for n, long in found if any(int(n) < int(number) < int(long) for number in layers.learning)]
