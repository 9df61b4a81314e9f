"""Averages of two networks that were computed and stored nowhere."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class LostAverage(Evidence):
    """A mixture of a parameter that learns and of one like it, which kept its values all the time."""

    chain: Chain
    names: tuple[str, ...]  # of the parameters that should have followed
    passes: int  # that found the old values


@dataclass(frozen=True)
class CopyLeft(Evidence):
    """A copy of a parameter that learns, which kept its values while other copies in the same loss followed."""

    chain: Chain  # of the writes to the others
    name: str
    original: str
    passes: int  # whose loss used it together with the others


@dataclass(frozen=True)
class CopyGivenItself(Evidence):
    """Such a copy that the program did write to: its own values."""

    chain: Chain  # of the writes to the others
    name: str
    original: str
    passes: int  # whose loss used it together with the others


@dataclass(frozen=True)
class StatisticsLeft(Evidence):
    """Batch norms of a copied network whose parameters follow, with the running statistics that they started with.

    A loss uses what they compute without a gradient; those of the network that learns have changed.
    """

    chain: Chain  # of the writes to their parameters
    layers: int  # the most in one loss
    passes: int


@dataclass(frozen=True)
class AverageNeverUpdated(Evidence):
    """The program wrote to a parameter the values from before the first step, and then the trained ones again.

    It did so between passes, several times or once, and wrote nothing else to it.
    """

    chain: Chain  # the steps
    put: Chain  # where the first values were written
    times: int  # each after further steps
    steps: int  # by the latest of them
