"""Parameters whose progress of many steps is overwritten again and again."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class RewrittenValues(Evidence):
    """A parameter that one line of the program set back, each time after several steps of the same optimizer."""

    name: str
    chain: Chain  # of the write
    by: str  # the function that wrote
    step: Chain  # where the optimizer steps
    times: int
    steps: int  # between those writes, in all
    left: float  # the most of a single step's change by which the values differed from those at the write before
    averaged: float = 0.0  # the most of the way that was left, where a running average of the parameter was written


@dataclass(frozen=True)
class AverageLeft(Evidence):
    """A running average of a parameter was written into it between steps, and training went on from the average.

    Each time the program had a copy of the trained values, which it gave up before the next time.
    """

    name: str
    chain: Chain  # of the write
    step: Chain  # where the optimizer steps
    times: int
    restores: bool  # such copies were written back at other times


@dataclass(frozen=True)
class EndedEpisodes(Evidence):
    """A line that overwrites what steps have changed, and how often the changed values had been used by then."""

    chain: Chain  # of the write
    times: int
    used: int  # for a gradient that others get, for a result, or all of its steps were for one batch


@dataclass(frozen=True)
class SnappedValues(Evidence):
    """A write between a step and the next pass has left a parameter few values, and most elements the old ones."""

    name: str
    chain: Chain  # of the write
    by: str
    step: Chain
    values: int  # the most that the parameter had at a pass
    share: float  # of the elements that steps have changed, those that were rounded back
    looks: int


@dataclass(frozen=True)
class CarriedUpdates(Evidence):
    """A line that overwrites a parameter after something was computed from it, from which the next loss is computed."""

    chain: Chain  # of the write
    times: int
    carried: int
