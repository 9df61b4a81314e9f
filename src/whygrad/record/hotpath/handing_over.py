"""A function of torch's in Python hands itself over to the mode; here it does so at less than torch's own cost.

Only where nothing but plain tensors takes part and our mode is asked first; else torch's own function does it. Nor is
the mode lost here where something interrupts the program between taking it off the stack and putting it back.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from whygrad.record.live.mode import UNHEARD
from whygrad.record.seam import private_names, torch_api
from whygrad.record.seam.patching import Patches, replace

if TYPE_CHECKING:
    from whygrad.record.hotpath import HotPath
    from whygrad.record.live.mode import RecordingMode
    from whygrad.record.live.recorder import Recorder

Function = Callable[..., object]
MODULES = ("torch.functional", "torch.nn.functional", "torch._tensor")
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


def _by_c(ours: RecordingMode, hot: HotPath, original: Callable[..., object]) -> Callable[..., object]:
    hand_over = hot.hand_over

    def handle_torch_function(
        public_api: Function, relevant_args: Iterable[object], *args: object, **kwargs: object
    ) -> object:
        __tracebackhide__ = True
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

    def handle_torch_function(
        public_api: Function, relevant_args: Iterable[object], *args: object, **kwargs: object
    ) -> object:
        __tracebackhide__ = True
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
