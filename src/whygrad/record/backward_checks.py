"""Follows the program's own Functions through one `forward` and its `backward`, and has the two compared afterwards.

Nothing of the program's runs for that: the calls of `forward` are noted as they are made, and what `backward` returned
is copied as it returns it.
"""

from __future__ import annotations

import inspect
import re
import weakref
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record import torch_api, torch_aside
from whygrad.record.backward_compare import Unsure, compare
from whygrad.record.forward_calls import ForwardCalls, NotFollowed

if TYPE_CHECKING:
    from whygrad.record.recorder import Recorder

TRIES = 4  # calls of one Function that are followed, until one tells
# A `forward` with one of these has no slope of its own at places: another one is mostly meant (an estimator).
STEPS = re.compile(r"round|sign|floor|ceil|trunc|heaviside|argmax|argmin|clamp|clip|where|bernoulli|one_hot|[<>]=?")
UNCHANGING = (torch.Tensor, int, float, complex, str, type(None), torch.dtype, torch.device, torch.Size)


class Followed:
    """One call of a Function: what its `forward` did, then what came into its `backward` and what that returned."""

    def __init__(self, cls: Any, forward: ForwardCalls) -> None:
        self.cls = cls
        self.forward = forward
        self.incoming: list[torch.Tensor | None] = []
        self.returned: list[torch.Tensor | None] = []


class BackwardChecks:
    """Which calls are followed, and what came of it."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._tries: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()  # those left
        self._latest: weakref.WeakKeyDictionary[Any, weakref.ref[Followed]] = weakref.WeakKeyDictionary()
        self._ready: list[Followed] = []  # both are known, and the pass goes on

    def begin(self, cls: Any, args: tuple[Any, ...]) -> Followed | None:
        """`forward` is about to run: note the calls that it makes, where they may tell something."""
        recorder = self._recorder
        mode = recorder.mode
        if not recorder.probe.active or not self._tries.get(cls, TRIES) or mode.forward is not None:
            return None
        before = self._latest.get(cls)
        if (before is not None and before() is not None) or not self._may_follow(cls, args):
            return None
        self._tries[cls] = self._tries.get(cls, TRIES) - 1
        try:
            followed = Followed(cls, ForwardCalls(args, recorder.origins))
        except NotFollowed:
            return None
        self._latest[cls] = weakref.ref(followed)
        mode.follow(followed.forward)
        return followed

    def _may_follow(self, cls: Any, args: tuple[Any, ...]) -> bool:
        if not torch.is_grad_enabled() or not all(isinstance(a, UNCHANGING) for a in args):
            return False
        if not any(isinstance(a, torch.Tensor) and torch_api.requires_grad(a) for a in args):
            return False
        if not torch_api.values_may_be_read() or torch.distributed.is_initialized():
            return False  # what others computed is in no list
        if is_smooth(cls.forward):
            return True
        self._tries[cls] = 0
        return False

    def left(self, followed: Followed) -> None:
        """`forward` has returned, or raised."""
        self._recorder.mode.follow(None)

    def returned(self, followed: Followed, gradients: Any, incoming: Any) -> None:
        """`backward` has returned: keep what, and what it had got."""
        if followed.forward.lost or followed.returned:
            return
        with torch_api.plain():
            followed.incoming, followed.returned = [_copies(tensors) for tensors in (incoming, gradients)]
        self._ready.append(followed)

    def pass_ended(self) -> None:
        """Compare, when no pass of the program's is under way."""
        ready, self._ready = self._ready, []
        for followed in ready:
            if self._tries.get(followed.cls) is not None and torch_api.values_may_be_read():
                self._compare(followed)

    def _compare(self, followed: Followed) -> None:
        try:
            wrong = torch_aside.aside(lambda: compare(followed.forward, followed.incoming, followed.returned))
        except Unsure:
            return
        except Exception:  # what cannot be computed again tells nothing
            return
        self._tries[followed.cls] = 0
        if wrong is not None:
            names = inspect.signature(followed.cls.forward)
