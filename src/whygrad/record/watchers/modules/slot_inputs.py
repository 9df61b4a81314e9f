"""Do the slots of a container, which hold one module, all compute the same? They do if they get the same input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from torch import nn

from whygrad.ops import DETACHING, act_of
from whygrad.record.live.origin import Origin
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import modules_in
from whygrad.record.watchers.steps.eval_mode import DROPOUTS


def compute_the_same(part: nn.Module, slots: int, leaves: Iterable[Origin], values: Iterable[Origin]) -> bool:
    """In a pass, is one of these parameters used for each slot, with the same other values at every use?

    Of layers that follow each other each gets what the one before it has computed, and what is drawn differs.
    """
    wanted = set(map(id, leaves))
    found: dict[int, Counter[tuple[int, ...]]] = {}
    for at in values:
        for parameter in (id(parent) for parent in at.parents if id(parent) in wanted):
            others = tuple(id(_without_cuts(parent)) for parent in at.parents if id(parent) not in wanted)
            found.setdefault(parameter, Counter())[others] += 1
    alike = (len(counted) == 1 and sum(counted.values()) >= slots and () not in counted for counted in found.values())
    return any(alike) and not _drops_out(part)


def _without_cuts(origin: Origin) -> Origin:
    """`h` of `h.detach()`: the values are the same."""
    while len(origin.parents) == 1 and act_of(origin.op) in DETACHING:
        (origin,) = origin.parents
    return origin


def _drops_out(part: nn.Module) -> bool:
    """Is there a dropout inside, which makes several results of one input differ?"""
    return any(is_a(module, DROPOUTS) for _, module in modules_in(part))
