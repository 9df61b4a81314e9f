"""Modules that stand in several slots of one container."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class RepeatedModule(Evidence):
    """One module with parameters that learn, put into a container several times and nowhere else."""

    put: Chain  # where the container was filled
    container: str  # class names
    module: str
    slots: int
    names: tuple[str, ...]  # of its parameters


@dataclass(frozen=True)
class SlotsAlike(Evidence):
    """All slots of such a container got the same input, so that each computed what the others did."""

    put: Chain
    passes: int  # that were asked


@dataclass(frozen=True)
class ModuleOfSeveral(Evidence):
    """One module with parameters that learn, as a part of several others."""

    made: Chain  # where its parameters were made
    module: str  # class names
    holder: str
    holders: int
    names: tuple[str, ...]
