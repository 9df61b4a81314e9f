"""Running averages of parameters: what is mixed into what, and whether values that are written come from one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from whygrad.ops import CASTING, DETACHING, MIXING, SCALING, act_of
from whygrad.record.copying.module_owners import is_held
from whygrad.record.live.bounded import NEAR_MIXED
from whygrad.record.live.origin import CONTRACTED, LEAF, Origin
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.torch_api import short_act_of
from whygrad.walk import breadth_first

BLENDING = MIXING | {"sub"}
THROUGH = BLENDING | SCALING | DETACHING | CASTING | {"clone", "copy"}
LONG = 128  # of a running average, back through its updates
SEVERAL = 2  # steps after which it was updated


def first_of(leaf: Origin) -> Origin:
    """The leaf as it was before its `.data` was set."""
    return (leaf.extra or {}).get("first", leaf)


def parameter_behind(values: Iterable[Origin], own: Origin | None = None) -> Origin | None:
    """The parameter of an optimizer that these values are, or were mixed from with `own`, which they are written to."""

    def further(at: Origin) -> tuple[Origin, ...]:
        return at.parents if at is not own and not at.flags & LEAF and _goes_on(at) else ()

    for at in breadth_first(values, further, NEAR_MIXED):
        if at.flags & LEAF and is_held(at):
            return first_of(at)
    return None


def mixes(func: object, values: list[Origin]) -> bool:
    """Does a write with these values keep a part of what was there: is it an average, and not a plain copy?"""
    act = act_of(func)
    return act in BLENDING or (act in ("copy", "__set__") and bool(values) and _act(values[0]) in BLENDING)


class Averages:
    """What was averaged with one parameter since a certain time; only what is a leaf itself has to be entered."""

    def __init__(self) -> None:
        self._steps: WeakKeys[Origin, set[int]] = WeakKeys()  # of a leaf: after which steps it was updated

    def enter(self, leaf: Origin, step: int) -> None:
        self._steps.setdefault(leaf, set()).add(step)

    def is_average(self, source: Origin, of: Origin, since: int, step_at: Callable[[int], int]) -> bool | None:
        """Were these values mixed with the parameter after several steps? None where that is not known any more."""
        steps: set[int] = set()
        unknown = False

        def further(at: Origin) -> tuple[Origin, ...]:
            is_old = at.clock < since or at.flags & (LEAF | CONTRACTED)
            return () if is_old or not _goes_on(at) else at.parents

        for at in islice(breadth_first((source,), further), LONG):
            steps.update(self._steps.get(first_of(at), ()))
            unknown = unknown or bool(at.flags & CONTRACTED and not at.flags & LEAF)
            if at.clock >= since and any(first_of(parent) is of for parent in at.parents):
                steps.add(step_at(at.clock))
            if len(steps) >= SEVERAL:
                return True
        return None if unknown else False


def _goes_on(at: Origin) -> bool:
    return _act(at) in THROUGH


def _act(at: Origin) -> str:
    return short_act_of(at.op)
