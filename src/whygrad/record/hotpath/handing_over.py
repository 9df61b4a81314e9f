"""A function of torch's in Python hands itself over to the mode; here it does so at less than torch's own cost.

Only where nothing but plain tensors takes part and our mode is asked first; else torch's own function does it. Nor is
the mode lost here where something interrupts the program between taking it off the stack and putting it back.
"""

from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Callable, Iterable
from sys import _getframe
from types import FrameType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.live.mode import UNHEARD
from whygrad.record.seam import private_names, torch_api
from whygrad.record.seam.as_is import module_of_class
from whygrad.record.seam.patching import Patches, replace

if TYPE_CHECKING:
    from whygrad.record.hotpath import HotPath
    from whygrad.record.live.mode import RecordingMode
    from whygrad.record.live.recorder import Recorder

Function = Callable[..., object]
MODULES = ("torch.functional", "torch.nn.functional", "torch._tensor", "torch.overrides")
OWNERS = (torch, torch.functional, torch.nn.functional, torch.nn.init, torch.Tensor)
PLAIN = frozenset(map(id, UNHEARD))

HAND_OVERS = frozenset({torch_api.OVERRIDES_FILE, __file__})  # through these files a call comes to a mode


def install(recorder: Recorder, undo: Patches) -> None:
    mode = recorder.mode
    if not private_names.IS_TRIED:
        return  # torch may hand over in another way
    if mode.hot is not None and mode.__torch_function__ is mode.hot:
        wrap = functools.partial(_by_c, mode, mode.hot)
    elif sys.version_info >= (3, 11):
        wrap = functools.partial(_by_python, mode)
    else:
        return  # an exception may be raised between any two instructions
    for module in MODULES:
        replace(undo, f"{module}:handle_torch_function", wrap)


class Handers:
    """The functions that hand themselves over, each as itself.

    Torch looks itself up by name: where the program has put a function of its own there, which calls torch's, that one
    would be called once more, and what it does done twice. Other modes and classes get it as without us.
    """

    def __init__(self, ours: RecordingMode) -> None:
        self._ours = ours
        values = [value for owner in OWNERS for value in owner.__dict__.values()]
        there = [f for f in values if type(f) is FunctionType and _is_of_torch(f)]
        self._by_code: dict[object, Function | None] = {f.__code__: f for f in there}
        self.known = frozenset(map(id, self._by_code.values()))  # they live as long as we

    def itself(self, public_api: Function, frame: FrameType) -> Function:
        """What runs in this frame, where the function is none of torch's and our mode is asked first."""
        if _is_of_torch(public_api):
            return public_api
        depth = private_names.stack_depth()
        if not depth or private_names.mode_at(depth - 1) is not self._ours:
            return public_api
        code = frame.f_code
        if not _is_named_as_torchs(frame.f_globals):
            return public_api  # a function of the program's hands itself over
        if code not in self._by_code:  # the program had replaced it before we came
            found = [f for f in gc.get_referrers(code) if type(f) is FunctionType and f.__code__ is code]
            self._by_code[code] = found[0] if len(found) == 1 else None
        return self._by_code[code] or public_api


def _is_of_torch(function: object) -> bool:
    """Also one of ours in its place, or of C's."""
    if type(function) is MethodType:
        function = function.__func__
    if type(function) is FunctionType:
        return _is_named_as_torchs(function.__globals__)
    return _is_torchs_name(module_of_class(function))


def _is_named_as_torchs(module: dict[str, Any]) -> bool:
    return _is_torchs_name(module.get("__name__"))


def _is_torchs_name(name: object) -> bool:
    return type(name) is str and name.partition(".")[0] in ("torch", "whygrad", "builtins")


def _by_c(ours: RecordingMode, hot: HotPath, original: Callable[..., object]) -> Callable[..., object]:
    hand_over, handers = hot.hand_over, Handers(ours)
    known, itself = handers.known, handers.itself

    def handle_torch_function(
        public_api: Function, relevant_args: Iterable[object], *args: object, **kwargs: object
    ) -> object:
        __tracebackhide__ = True
        if id(public_api) not in known:
            public_api = itself(public_api, _getframe(1))
        mode = ours  # noqa: F841  # by these names `hidden_frames.py` sees what torch's own function and this one are at
        result = hand_over(public_api, relevant_args, args, kwargs)
        return original(public_api, relevant_args, *args, **kwargs) if result is hot else result

    return handle_torch_function


def _by_python(ours: RecordingMode, original: Callable[..., object]) -> Callable[..., object]:
    plain, is_enabled, pop, push = (
        PLAIN,
        private_names.modes_are_enabled,
        private_names.pop,
        private_names.push,
    )
    mode_at, stack_depth = private_names.mode_at, private_names.stack_depth
    handers = Handers(ours)
    known, itself = handers.known, handers.itself

    def handle_torch_function(
        public_api: Function, relevant_args: Iterable[object], *args: object, **kwargs: object
    ) -> object:
        __tracebackhide__ = True
        if id(public_api) not in known:
            public_api = itself(public_api, _getframe(1))
        for argument in relevant_args:
            if id(type(argument)) not in plain:
                return original(public_api, relevant_args, *args, **kwargs)
        if is_enabled() and mode_at(stack_depth() - 1) is ours:
            mode = ours
            try:
                pop()  # before this nothing can be raised, and after it the mode is put back: torch's own may lose it
                return mode.__torch_function__(public_api, (), args, kwargs)
            finally:
                push(ours)
        return original(public_api, relevant_args, *args, **kwargs)

    return handle_torch_function
