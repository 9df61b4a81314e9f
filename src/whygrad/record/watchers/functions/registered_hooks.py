"""The hooks on gradients that the program registered: what their functions are and where they were registered."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections import deque
from collections.abc import Callable
from types import CodeType, FrameType, TracebackType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.live.limits import HOOKS_READ
from whygrad.record.live.origin import Frames
from whygrad.record.seam import torch_api
from whygrad.record.watchers.functions.piled_hooks import is_watched
from whygrad.recording import Chain

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

KEPT = 256
MODIFIED = "modified by an inplace operation"  # a hook may have done it: writes in a backward pass are not seen
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

    def special(self) -> dict[Any, Callable[..., Any]]:
        """The calls that register a hook."""
        tensor: Any = torch.Tensor
        registering = (tensor.register_hook, tensor.register_post_accumulate_grad_hook)
        return {**dict.fromkeys(registering, self._registers), tensor._backward_hooks.__get__: self._read}

    def _read(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        out = func(*args, **kwargs)
        if out:
            self._recorder.guarded(self._note_reading, out, frame)
        return out

    def _note_reading(self, hooks: Any, frame: FrameType) -> None:
        if any(map(is_watched, hooks.values())):
            self._recorder.limits.met(HOOKS_READ, frame)

    def _registers(self, func: Any, args: Any, kwargs: Any, frame: FrameType) -> Any:
        hook = args[1] if len(args) > 1 else kwargs.get("hook")
        if func is torch.Tensor.register_hook and len(args) == 2 and self._recorder.probe.active:
            watched = self._recorder.guarded(self._recorder.hooking.watched, hook)
            args = (args[0], hook if watched is None else watched)
        out = func(*args, **kwargs)
        self._recorder.guarded(self._note, args[0], hook, frame)
        return out

    def _note(self, tensor: torch.Tensor, hook: Any, frame: FrameType) -> None:
        frames = self._recorder.stack.capture(frame)
        code = code_of(hook)
        if code is not None:
            self.latest.append((code, frames))
        if torch_api.is_learning_leaf(tensor):
            self._recorder.origin_of(tensor, frame).add(hooked=frames)
            self._recorder.hooking.registered(tensor, len(tensor._backward_hooks or ()), frame)

    def registered_on_module(self, hook: Any, frame: FrameType) -> None:
        """A module got a hook that runs in the backward pass."""
        code = code_of(hook)
        if code is not None:
            self.latest.append((code, self._recorder.stack.capture(frame)))

    def blamed(self, error: Exception, chain_of: Callable[[Frames], Chain]) -> list[dict[str, Any]]:
        """The hooks that an error can be about, each function once, the latest first; as plain data."""
        about = ABOUT_HOOKS.search(str(error))
        if about is None and MODIFIED not in str(error):
            return []
        running = _running(error.__traceback__) if about else None
        if running is not None:
            return [_described(running, ())]
        named = NAMED.search(str(error))
        found = {
            code: chain_of(frames)
            for code, frames in self.latest
            if named is None or named.group(1) in (code.co_name, "<unknown>")
        }
        own = self._recorder.stack.ownership
        return [_described(code, chain) for code, chain in reversed(found.items()) if own[code.co_filename]]


def code_of(hook: Any) -> CodeType | None:
    """The code that runs when a function, a method, a partial or an object is called."""
    while isinstance(hook, functools.partial):
        hook = hook.func
    hook = getattr(hook, "__func__", hook)
    call = vars(type(hook)).get("__call__")  # of the program's own class; a subclass of it is rare
    code = getattr(hook, "__code__", None) or getattr(call, "__code__", None)
    return code if isinstance(code, CodeType) else None


def _running(traceback: TracebackType | None) -> CodeType | None:
    """The hook of a module that torch's innermost frame was calling."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None or not traceback.tb_frame.f_code.co_filename.startswith(torch_api.TORCH_FOLDER):
        return None
    variables = traceback.tb_frame.f_locals
    return next((code for name in IN_TORCH if (code := code_of(variables.get(name))) is not None), None)


def _described(code: CodeType, chain: Chain) -> dict[str, Any]:
    registered = [dataclasses.asdict(place) for place in chain]
    return {"file": code.co_filename, "line": code.co_firstlineno, "name": code.co_name, "registered": registered}
