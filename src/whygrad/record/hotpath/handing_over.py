"""A function of torch's in Python hands itself over to the mode; here it does so at less than torch's own cost.

Only where nothing but plain tensors takes part and our mode is asked first; else torch's own function does it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.seam import torch_api, torch_modes
from whygrad.record.seam.patching import replace

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

MODULES = (torch.functional, torch.nn.functional, torch._tensor)
# None of these hears of a call by itself.
PLAIN = frozenset({torch.Tensor, torch.nn.Parameter, type(None), bool, int, float})

HAND_OVERS = frozenset({torch_api.OVERRIDES_FILE, __file__})  # through these files a call comes to a mode


def install(recorder: Recorder, undo: ExitStack) -> None:
    hot: Any = recorder.hot
    if hot is None or getattr(recorder.mode, "__torch_function__", None) is not hot:
        return  # the mode is not the compiled one
    for module in MODULES:
        replace(undo, module, "handle_torch_function", lambda original: _quickly(recorder.mode, hot, original))


def _quickly(ours: Any, hot: Any, original: Callable[..., Any]) -> Callable[..., Any]:
    plain, is_enabled, hand_over = PLAIN, torch_modes.are_enabled, hot.hand_over

    def handle_torch_function(public_api: Any, relevant_args: Any, *args: Any, **kwargs: Any) -> Any:
        for argument in relevant_args:
            if argument.__class__ not in plain:
                return original(public_api, relevant_args, *args, **kwargs)
        mode = ours  # noqa: F841  # by these names `hidden_frames.py` sees what torch's own function and this one are at
        result = hand_over(public_api, args, kwargs) if is_enabled() else hot
        return original(public_api, relevant_args, *args, **kwargs) if result is hot else result

    return handle_torch_function
