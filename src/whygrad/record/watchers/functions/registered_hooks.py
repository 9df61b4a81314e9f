"""The hooks on gradients that the program registered: what their functions are and where they were registered."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from types import CodeType, FrameType, TracebackType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.hooks import RegisteredHook
from whygrad.evidence.torch_texts import OVERWRITTEN
from whygrad.record.live.origin import Frames
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of, definition_of, items_of, text_of
from whygrad.record.seam.given import FIRST, Known
from whygrad.recording import Chain

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

KEPT = 256
NAMED = re.compile(r"hook '([^']*)' has")
ABOUT_HOOKS = re.compile(
    r"hooks? (returned|for Modules|should return|'[^']*' has)|hook returned|replace a None gradient"
)
IN_TORCH = ("hook", "user_hook", "user_pre_hook")  # how torch's own frames call the hook of a module


class Hooks:
    """The latest registrations; holds no function and no tensor alive."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.latest: deque[tuple[CodeType, Frames]] = deque(maxlen=KEPT)
        self.granted: deque[Frames] = deque(maxlen=KEPT)  # a hook on a tensor, or `retain_grad()`
        self.take_gradients = False  # of the program's own, on results or modules: a pass may be made for them

    def registered(self, func: object, known: Known, out: object, frame: FrameType) -> None:
        """A tensor got a hook."""
        tensor, code = known[FIRST], code_of(known.get("hook"))
        frames = self._recorder.stack.capture(frame)
        self.granted.append(frames)
        if code is not None:
            self.latest.append((code, frames))
            if func is torch.Tensor.register_hook:
                self._recorder.probe.hook_writes.hooked(tensor, code)
        if torch_api.is_learning_leaf(tensor):
            self._recorder.origin_of(tensor, frame).add(hooked=frames)
            self._recorder.watching.functions.hooking.registered(tensor, len(items_of(tensor._backward_hooks)), frame)
        elif code is not None:
            self._note_taking(code)

    def registered_on_module(self, hook: object, frame: FrameType) -> None:
        """A module got a hook that runs in the backward pass."""
        code = code_of(hook)
        if code is not None:
            self.latest.append((code, self._recorder.stack.capture(frame)))
            self._note_taking(code)

    def _note_taking(self, code: CodeType) -> None:
        self.take_gradients = self.take_gradients or bool(self._recorder.stack.ownership[code.co_filename])

    def blamed(self, error: Exception, chain_of: Callable[[Frames], Chain]) -> list[RegisteredHook]:
        """The hooks that an error can be about, each function once, the latest first."""
        text = text_of(error)
        about = ABOUT_HOOKS.search(text)
        # A hook may have overwritten it: writes in a backward pass are not seen.
        if about is None and OVERWRITTEN not in text:
            return []
        running = _running(error.__traceback__) if about else None
        if running is not None:
            return [RegisteredHook(definition_of(running), ())]
        named = NAMED.search(text)
        found = {
            code: chain_of(frames)
            for code, frames in self.latest
            if named is None or named.group(1) in (code.co_name, "<unknown>")
        }
        own = self._recorder.stack.ownership
        return [
            RegisteredHook(definition_of(code), chain)
            for code, chain in reversed(found.items())
            if own[code.co_filename]
        ]


def _running(traceback: TracebackType | None) -> CodeType | None:
    """The hook of a module that torch's innermost frame was calling."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None or not traceback.tb_frame.f_code.co_filename.startswith(torch_api.TORCH_FOLDER):
        return None
    variables = traceback.tb_frame.f_locals
    return next((code for name in IN_TORCH if (code := code_of(variables.get(name))) is not None), None)
