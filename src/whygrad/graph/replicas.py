"""Replicas that went apart: what several ranks noted of one module is compared, where their recordings are together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whygrad.evidence.replicas import ReplicaPrint, ReplicasDiffer
from whygrad.recording import Recording


def is_compared(recording: Recording) -> bool:
    """Has it anything that is compared with what other ranks noted?"""
    return any(isinstance(seen, ReplicaPrint) for seen in recording.evidence)


def with_differences(recordings: Sequence[Recording]) -> list[Recording]:
    """The recordings; the one that shows where two ranks first differ has that as evidence."""
    noted = [(at, seen) for at, r in enumerate(recordings) for seen in r.evidence if isinstance(seen, ReplicaPrint)]
    steps: dict[tuple[int, int], list[tuple[int, ReplicaPrint]]] = {}
    for at, seen in noted:
        steps.setdefault((seen.step, seen.number), []).append((at, seen))
    found = list(recordings)
    for _, (one, *others) in sorted(steps.items(), key=lambda item: item[0]):
        for other in others:
            differs = _difference(one[1], other[1])
            if differs:
                at, seen = other if differs == "written" and other[1].written else one
                beside = one if at == other[0] else other
                chain = seen.written if differs == "written" else seen.ran
                ranks = tuple(recordings[i].query.rank or 0 for i in (at, beside[0]))
                evidence = ReplicasDiffer(differs, seen.step, ranks, chain)
                found[at] = replace(found[at], evidence=(*found[at].evidence, evidence))
                return found
    return found


def _difference(one: ReplicaPrint, other: ReplicaPrint) -> str:
    """What differs first; gradients that the program itself has made equal after the pass are."""
    if one.gradients != other.gradients:
        return "arrived" if one.arrived != other.arrived else "written"
    return "parameters" if one.parameters != other.parameters else ""
