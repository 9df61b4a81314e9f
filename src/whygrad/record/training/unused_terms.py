"""Terms of a loss from which the optimizer that steps gets nothing, and whose other gradients are cleared unused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import torch

from whygrad.record.live.bounded import FEW_KEPT, Bounded, BoundedSet
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History

LONGEST = 64  # passes after which nobody waits any more
Key = tuple[Frames, Frames]  # the cut, and the term


@dataclass
class _Other:
    """An optimizer that the term's gradients went to, by one of its parameters."""

    history: History
    ref: OwnRef
    is_cleared: bool = False

    def look(self) -> None:
        tensor = self.ref()
        if tensor is None or _is_cleared(tensor):
            self.is_cleared = True


def _is_cleared(tensor: torch.Tensor) -> bool:
    """Has it no gradient but zeros? Of what lies on a device only None is known: nobody waits for its values."""
    gradient = gradient_of(tensor)
    return gradient is None or (gradient.is_cpu and not torch_api.any_nonzero(gradient))


@dataclass
class _Waiting:
    """A term that has had its pass, until it is known who used its gradients."""

    key: Key
    wanted: frozenset[int]  # the leaves behind the cut, by the ids of their Origins
    others: list[_Other] = field(default_factory=list)
    is_stepped: bool = False
    passes: int = 0


class UnusedTerms:
    """Follows what becomes of the gradients of terms that are cut off from some parameters."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._useless: Bounded[Key, int] = Bounded(FEW_KEPT)
        self._used: BoundedSet[Key] = BoundedSet(8 * FEW_KEPT)

    @property
    def waits(self) -> bool:
        """Does any term wait for what becomes of its gradients?"""
        return bool(self._waiting)

    def times(self, key: Key) -> int:
        """How often the term has trained nothing; 0 where it ever has."""
        return 0 if key in self._used else self._useless.get(key, 0)

    def wait_for(self, key: Key, wanted: Iterable[int], opened: set[int], histories: Iterable[History]) -> None:
        """The term's pass has run, and has left gradients in the leaves that are open to it."""
        if any(waiting.key == key for waiting in self._waiting):
            self._use(key)  # who might still use the gradients of the pass before is not known
            return
        waiting = _Waiting(key, frozenset(wanted))
        for history in histories:
            held = [t for k in history.learners.values() if id(k.origin) in opened and (t := k.ref()) is not None]
            tensor = next((t for t in held if not _is_cleared(t)), None)
            if tensor is not None:
                waiting.others.append(_Other(history, OwnRef(tensor)))
            elif held:
                return  # the term itself has left nothing there, which is another matter
        if len(self._waiting) < FEW_KEPT:
            self._waiting.append(waiting)

    def _use(self, key: Key) -> None:
        self._used.add(key)
        self._waiting = [waiting for waiting in self._waiting if waiting.key != key]

    def look_for_clearing(self, is_pass: bool = False) -> None:
        for waiting in list(self._waiting):
            waiting.passes += is_pass
            if waiting.passes > LONGEST:
                self._use(waiting.key)
            for other in waiting.others:
                other.look()
        self._settle()

    def step_began(self, history: History) -> None:
        held = {id(k.origin) for k in history.learners.values()} if self._waiting else set()
        for waiting in list(self._waiting):
            users = [other for other in waiting.others if other.history is history]
            for other in users:
                other.look()
            if not all(other.is_cleared for other in users):
                self._use(waiting.key)
            elif held & waiting.wanted:
                waiting.is_stepped = True
        self._settle()

    def _settle(self) -> None:
        for waiting in list(self._waiting):
            if waiting.is_stepped and all(other.is_cleared for other in waiting.others):
                self._useless[waiting.key] = self._useless.get(waiting.key, 0) + 1
                self._waiting.remove(waiting)
