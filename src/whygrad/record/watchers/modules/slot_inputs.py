"""Do the slots of a container, which hold one module, all compute the same? They do if they get the same input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from whygrad.ops import CHANCE, DETACHING, RANDOM, act_of
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Origin, behind

DRAWS = CHANCE | RANDOM


def compute_the_same(slots: int, leaves: Iterable[Origin], values: Sequence[Origin]) -> bool:
    """In a pass, is one of these parameters used for each slot, with the same other values at every use?

    Of layers that follow each other each gets what the one before it has computed. What a slot draws is its own.
    """
    wanted = set(map(id, leaves))
    uses: dict[int, list[Origin]] = {}  # of each parameter
    for at in values:
        for parent in at.parents:
            if id(parent) in wanted:
                uses.setdefault(id(parent), []).append(at)
    alike = next((found for found in uses.values() if _are_alike(found, slots, wanted)), None)
    return alike is not None and not _draw_apart(alike, values)


def _are_alike(uses: list[Origin], slots: int, wanted: set[int]) -> bool:
    others = {tuple(id(_without_cuts(p)) for p in at.parents if id(p) not in wanted) for at in uses}
    return len(uses) >= slots and len(others) == 1 and () not in others


def _without_cuts(origin: Origin) -> Origin:
    """`h` of `h.detach()`: the values are the same."""
    while len(origin.parents) == 1 and act_of(origin.op) in DETACHING:
        (origin,) = origin.parents
    return origin


def _draw_apart(uses: list[Origin], values: Sequence[Origin]) -> bool:
    """Does one slot draw without the others, as by a dropout inside? What is drawn before or after all is the same."""
    users = Counter(id(parent) for at in values for parent in at.parents)

    def is_noise(origin: Origin) -> bool:
        """Was it drawn for one value alone, as `0.1 * torch.randn(...)`? Who else takes it gets the same."""
        while users[id(origin)] == 1 and len(origin.parents) == 1 and act_of(origin.op) not in DRAWS:
            (origin,) = origin.parents
        return users[id(origin)] == 1 and act_of(origin.op) in DRAWS

    drawing = (at for at in values if act_of(at.op) in DRAWS or any(map(is_noise, at.parents)))
    for at in islice(drawing, MOST):
        before = behind((at,)) | {id(at)}
        if 0 < sum(id(use) in before for use in uses) < len(uses):
            return True
    return False
