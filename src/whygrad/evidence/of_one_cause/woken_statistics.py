"""What was put to rest and woken again: batch norms by a `train()` around them, parameters by a flag for all."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class WokenStatistics(Evidence):
    """A part was frozen and switched to `eval()`, a `train()` around it undid that, and its statistics change."""

    part: str  # the kind of module that was switched
    affected: str  # the kind of batch norm in it
    rested: Chain  # where it was switched to `eval()`
    woken: Chain
    steps: int  # at which it had taken in more batches


@dataclass(frozen=True)
class UndoneFreeze(Evidence):
    """A line froze parameters, new parts were put in, and another line unfroze all of them before any pass."""

    frozen: Chain
    unfrozen: Chain
    grafted: Chain  # where the new parts were put in, which were never frozen
    trained: tuple[str, ...]  # those that the second line unfroze, and that got gradients


@dataclass(frozen=True)
class ChosenFreezeUndone(Evidence):
    """A line froze some parameters, and another one unfroze them with others that had never been frozen."""

    frozen: Chain
    unfrozen: Chain
    made: Chain  # where the first of them was made
    trained: tuple[str, ...]
