"""Who set the learning rates that steps have used, and how."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class ScheduleRun(Evidence):
    """How far a scheduler came, beside the steps that its optimizer took meanwhile."""

    kind: str  # its class
    lengths: tuple[int, ...]  # how many steps it is made for; of a function, the whole numbers that it knows
    known: bool  # its class tells what its length is
    each_epoch: int  # how many batches it was told that an epoch has, or 0
    steps: int
    reached: int  # where it stands on its own way, which may have begun in an earlier run
    updates: int  # the optimizer's steps meanwhile
    made: Chain
    stepped: Chain
    rates: tuple[float, float]  # the lowest and the highest learning rate that it gave


@dataclass(frozen=True)
class RestoredRate(Evidence):
    """A state that was loaded has replaced a learning rate by one that a schedule of an earlier run had left."""

    given: float  # the learning rate before
    loaded: float  # and after
    initial: float  # what the earlier schedule began with
    steps: int  # all with the loaded one
    chain: Chain  # the load


@dataclass(frozen=True)
class StrayRate(Evidence):
    """Learning rates change in groups of an optimizer's parameters that are not the groups it steps with."""

    kind: str  # the class of the optimizer that steps
    owner: str  # of what has the other groups: an optimizer, an object around one, or "" for a list
    looks: int  # inspected steps
    apart: int  # of those, the ones with another learning rate than the other groups have
    used: float  # the learning rate of all of them
    rates: tuple[float, float]  # the lowest and the highest of the other groups
    made: Chain  # the optimizer that steps
    loaded: Chain  # where one of the two was given new groups
    scheduled: Chain  # where a scheduler of the other groups was made
    is_late: bool  # the optimizer was made after that


@dataclass(frozen=True)
class RestingGroup(Evidence):
    """Groups of an optimizer had a learning rate of 0 at all steps, without a schedule of torch's; others had another.

    Their parameters have gradients.
    """

    groups: tuple[int, ...]  # their places in `param_groups`
    names: tuple[str, ...]  # of the parameters that had a gradient
    steps: int
    by_default: bool  # the optimizer was made with a learning rate of 0, for all groups
    rates: tuple[float, float]  # the lowest and the highest of the other groups
    made: Chain
    is_late: bool = False  # the groups were added after steps


@dataclass(frozen=True)
class RateAsFactor(Evidence):
    """A schedule's function never returned more than the learning rate itself, by which its result is multiplied."""

    base: float  # the learning rate before the schedule, of the group that has the highest
    factor: float  # the highest that the function returned for it
    steps: int  # of the optimizer
    since: int  # the last of them, at which the factor was no higher than before
    made: Chain
