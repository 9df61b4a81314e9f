"""A function of torch's in Python hands itself over to the mode; here it does so at less than torch's own cost.

Only where nothing but plain tensors takes part and our mode is asked first; else torch's own function does it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.seam import private_names, torch_api
from whygrad.record.seam.patching import Patches, replace

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

MODULES = ("torch.functional", "torch.nn.functional", "torch._tensor")
# None of these hears of a call by itself.
PLAIN = frozenset({torch.Tensor, torch.nn.Parameter, type(None), bool, int, float})

HAND_OVERS = frozenset({torch_api.OVERRIDES_FILE, __file__})  # through these files a call comes to a mode


def install(recorder: Recorder, undo: Patches) -> None:
    note: Any = recorder.mode.__torch_function__
    if note is not recorder.hot or not private_names.IS_TRIED:
        return  # the mode is not the compiled one, or torch may hand over in another way
    for module in MODULES:
        replace(undo, f"{module}:handle_torch_function", lambda original: _quickly(recorder.mode, note, original))


def _quickly(ours: Any, note: Any, original: Callable[..., Any]) -> Callable[..., Any]:
    plain, is_enabled, pop, push = PLAIN, private_names.modes_are_enabled, private_names.pop, private_names.push

    def handle_torch_function(public_api: Any, relevant_args: Any, *args: Any, **kwargs: Any) -> Any:
        for argument in relevant_args:
            if type(argument) not in plain:
                return original(public_api, relevant_args, *args, **kwargs)
        if is_enabled():
            mode = pop()
            try:
                if mode is ours:
                    return note(public_api, (), args, kwargs)
            finally:
                push(mode)
        return original(public_api, relevant_args, *args, **kwargs)

    return handle_torch_function
