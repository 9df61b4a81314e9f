"""Which statement switched gradients off: kept per thread of execution as a stack of switches."""

from __future__ import annotations

import threading
from collections import deque
from types import CodeType, FrameType

from whygrad.record.live.origin import Frames
from whygrad.record.live.stack import Stack
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, code_of

FUNCTION = "autograd.Function"  # the kind of switch that `apply` is
MOST = 256  # bare `set_grad_enabled(...)` calls never leave; old ones are forgotten
RECENT = 16  # statements that switched gradients off and are remembered


class Switching:
    """A live record of a statement that switched gradients off."""

    __slots__ = ("bare", "decorated", "frames", "kind", "outer", "writes")

    def __init__(self, kind: str, frames: Frames, decorated: CodeType | None, outer: Switching | None) -> None:
        self.kind = kind
        self.frames = frames
        self.decorated = decorated
        self.outer = outer
        self.bare = False  # a plain call: no block ends it
        self.writes = False  # something was written in it


class GradModes(threading.local):
    """The switch in force now, and how to get back to the one before; torch's grad mode is each thread's own."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._now: Switching | None = None
        self._inference: Switching | None = None
        self.recent: deque[Switching] = deque(maxlen=RECENT)  # that switched gradients off last, in force or not
        # (context manager's identity, in force before it)
        self._before: deque[tuple[int, Switching | None]] = deque(maxlen=MOST)

    def in_force(self) -> Switching | None:
        """The statement that has gradients switched off; None where it was not seen."""
        # `enable_grad` inside of inference mode does not bring gradients back. C reads the same two.
        return self._now or self._inference

    def grad_mode_set(self, enabled: bool, frame: FrameType | None) -> None:
        """`torch._C._set_grad_enabled(enabled)` was called from `frame`."""
        identity, leaving, outside, decorated = torch_api.grad_mode_context(frame)
        kind = "set_grad_enabled"
        if frame is not None and frame.f_code.co_name == "__enter__" and self._entered(identity, enabled):
            return
        if (
            frame is not None
            and frame.f_back is not None
            and frame.f_back.f_code.co_filename == frame.f_code.co_filename
        ):
            kind = "no_grad"
        self.switched(kind, identity, enabled, leaving, outside, decorated)

    def _entered(self, identity: int, enabled: bool) -> bool:
        """`with set_grad_enabled(False)`: the constructor switched already, `__enter__` switches again."""
        if not self._before or self._before[-1][0] != identity or enabled != (self._now is None):
            return False
        if self._now is not None:
            self._now.bare = False
        return True

    def switched(
        self,
        kind: str,
        identity: int,
        enabled: bool,
        leaving: bool,
        outside: FrameType | None,
        decorated: CodeType | None,
    ) -> None:
        if leaving:
            self._leave(identity, enabled)
            return
        before = self._now
        self._before.append((identity, before))
        self._now = None
        if not enabled and before is not None and before.kind == FUNCTION and self._is_own(outside):
            self._now = before  # gradients are off in a Function's `forward`, also where it says so once more
        elif not enabled:
            self._now = Switching(kind, self._stack.capture(outside), decorated, before)
            self._now.bare = kind == "set_grad_enabled" and decorated is None
            self.recent.append(self._now)

    def _is_own(self, frame: FrameType | None) -> bool:
        return frame is not None and bool(self._stack.ownership[frame.f_code.co_filename])

    def _leave(self, identity: int, enabled: bool) -> None:
        is_latest = bool(self._before) and self._before[-1][0] == identity  # mostly
        if not is_latest and not any(known == identity for known, _ in reversed(self._before)):
            self._now = None if enabled else self._now
            return
        inner, before = self._before.pop()
        while inner != identity:
            inner, before = self._before.pop()
        self._now = None if enabled else before

    def inference_mode_set(self, context: object, leaving: bool, frame: FrameType) -> None:
        """`inference_mode.__enter__` or `__exit__` ran; `frame` is its caller."""
        outside: FrameType | None = frame
        decorated = None
        while outside is not None and outside.f_code.co_filename == torch_api.CONTEXT_FILE:
            decorated = code_of(outside.f_locals.get("func")) or decorated
            outside = outside.f_back
        is_on = attribute_of(context, "mode") is True
        enabled = torch_api.grad_enabled() if leaving else not is_on
        before = self._inference
        self.switched("inference_mode", id(context), enabled, leaving, outside, decorated)
        if leaving:
            self._inference = self._inference.outer if self._inference is not None else None
        elif is_on:
            self._inference = self._now
            if self._now is not None and before is not None:
                self._now.outer = before

    @property
    def latest(self) -> Switching | None:
        """The statement that switched gradients off last, in force or not."""
        return self.recent[-1] if self.recent else None

    def since(self, switch: Switching | None) -> list[Switching]:
        """Those that were made after this one, the earliest first; all that are remembered where it is not."""
        known = list(self.recent)
        at = next((k for k, each in enumerate(known) if each is switch), -1)
        return known[at + 1 :]

    @property
    def now(self) -> Switching | None:
        """The switch in force, of those that can be left."""
        return self._now

    def enter_function(self, cls: type, frame: FrameType) -> None:
        """`Function.apply` runs `forward` without gradients."""
        self._now = Switching(FUNCTION, self._stack.capture(frame), None, self._now)

    def leave_function(self, before: Switching | None) -> None:
        self._now = before
