"""Leaves that hold the values of a result and require a gradient of their own: does anybody read that gradient?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.cut_routes import UnreadCopy
from whygrad.ops import REBUILDING, act_of
from whygrad.record.copying.look import Passing
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import GradientRead
from whygrad.record.live.bounded import MANY_ORIGINS, MOST, NEAR, BoundedSet
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, learning_parents
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


class UnreadCopies(Watcher):
    """Keeps the places of copies whose gradient was read: the next one of that place is made for the same reader."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._read: BoundedSet[Frames] = BoundedSet(MOST)
        self._is_full = False

    def on_gradient_read(self, event: GradientRead) -> None:
        if is_copy(event.leaf) and event.leaf.frames not in self._read:
            self._is_full = self._is_full or len(self._read) == MOST
            self._read.add(event.leaf.frames)

    def among(self, passes: Iterable[Origin], passing: Passing, copy: Copy) -> Iterator[UnreadCopy]:
        """Those that the passes of a look lead to, as long as nobody has read the gradient of any that is like them."""
        for origin in islice(breadth_first(passes, _onward), MANY_ORIGINS):
            at = copy.at(origin) if is_copy(origin) else None
            if at is not None:
                yield passing.seen(UnreadCopy(at), partial(self._is_unread, origin))

    def _is_unread(self, origin: Origin) -> bool:
        is_used = is_held(origin) or (origin.extra or {}).get("hooked") or origin.frames in self._read
        return not (is_used or self._is_full)


def is_copy(origin: Origin) -> bool:
    """Does it require a gradient of its own, and have its values from a result that an operation has computed?"""
    if not origin.flags & REQUIRES_GRAD or not origin.parents or is_held(origin):
        return False
    if not (origin.flags & LEAF or act_of(origin.op) in REBUILDING):
        return False
    behind = list(breadth_first(origin.parents, _to_history, NEAR))
    return any(o.flags & REQUIRES_GRAD and not o.flags & LEAF for o in behind)


def _to_history(origin: Origin) -> tuple[Origin, ...]:
    return () if origin.flags & REQUIRES_GRAD else origin.parents


def _onward(origin: Origin) -> list[Origin]:
    return [] if origin.flags & LEAF or act_of(origin.op) in REBUILDING else learning_parents(origin)
