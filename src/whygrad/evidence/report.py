"""What a report tells of a whole run beside its findings: the parameters, and the order of what happened."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.place import Chain


@dataclass(frozen=True)
class ParameterRow:
    """One parameter of an optimizer."""

    optimizer: int  # the how manieth of the run, from 1
    name: str  # as the user calls it, where that is known
    shape: tuple[int, ...]
    steps: int  # of its optimizer
    got: bool  # a gradient was there at a step
    without: int  # the most steps in a row at which it had none while others had
    smallest: float | None  # of the norms of its gradient, at the steps that were looked at; None where none was seen
    largest: float | None


@dataclass(frozen=True)
class Happening:
    """A pass, a step or a clearing, and the line that did it."""

    kind: str  # "backward", "step" or "clear"
    chain: Chain


@dataclass(frozen=True)
class RunReport:
    parameters: tuple[ParameterRow, ...] = ()
    happenings: tuple[Happening, ...] = ()  # the first ones, in their order
    left_out: int = 0  # those that came after them


@dataclass(frozen=True)
class Spent:
    """What recording has cost a run."""

    calls: int
    by_call: float  # seconds
    inspecting: float  # seconds, in Python
    run: float  # seconds, from the moment torch was there

    @property
    def share(self) -> float:
        return (self.calls * self.by_call + self.inspecting) / max(self.run, 1e-9)
