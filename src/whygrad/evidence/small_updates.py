"""How far steps move parameters."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class SmallUpdates(Evidence):
    """At each inspected step of an optimizer, updates were less than a millionth of the values."""

    names: tuple[str, ...]
    steps: int
    looks: int
    largest: float  # update, as a share of the values
    per_gradient: tuple[float, float]  # the least and the largest update, as a share of rate times gradient
    rates: tuple[float, ...]  # the highest learning rate at each of these steps
    losses: tuple[float, ...]  # the sum of the losses that led to it
    made: Chain
    clip: tuple[float, float]  # the limit of a clipping before each of them, and how much of the norm it left at most
    clipped: Chain
    factor: float  # by which the whole loss was multiplied before each of them, at most
    scaled: Chain


@dataclass(frozen=True)
class RestartedNetworks(Evidence):
    """All optimizers that one line has made began with the same values of their parameters."""

    networks: int
    made: Chain
