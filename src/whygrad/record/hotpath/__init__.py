"""Lets C do what is done at every recorded call, where it was compiled; where not, Python does the same, slower.

`WHYGRAD_PURE_PYTHON=1` has Python do it although it was. Without the interpreter's lock Python does it too: loading the
compiled part would bring the lock back, for the whole program. So it does in a Python whose frames C does not know
(`c_part.py`); `whygrad --version` tells which of the two it is.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

import torch

from whygrad import c_part
from whygrad.interruptions import signals
from whygrad.record.live import origin, pass_graph
from whygrad.record.live.mode import FUNCTIONS, PLAIN, UNHEARD, RecordingMode
from whygrad.record.live.origin import Frames, Origin, TensorRef
from whygrad.record.seam import few_values, nodes, private_names, torch_api
from whygrad.record.seam.given import Args, Kwargs
from whygrad.record.seam.torch_api import sequence_number

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

compiled: Any = None
if not c_part.why_not():
    with contextlib.suppress(ImportError):  # compiled for another Python
        from whygrad.record.hotpath import _hotpath as compiled

        signals.in_c.append(compiled.is_noting)
        origin.walk_in_c = compiled.nearest
        few_values.sum_in_c = compiled.sum_of
        few_values.keep_in_c, few_values.compare_in_c = compiled.kept_values, compiled.is_as_kept
        pass_graph.select_in_c, pass_graph.ops_in_c = compiled.select, compiled.ops_of
        nodes.walk_in_c = compiled.nodes
        nodes.gradients_in_c = compiled.all_have_gradients
        torch_api.any_in_c = compiled.is_any


class HotPath(Protocol):
    """The compiled part of one recorder; called, it is the mode's `__torch_function__`."""

    noted: int  # calls so far
    by_python: bool  # Python is to note every call
    stop_taping: Callable[[], None]
    put: Callable[[torch.Tensor, Origin], None]
    capture: Callable[[FrameType | None], Frames]
    hand_over: Callable[[Callable[..., object], Iterable[object], Args, Kwargs], object]

    def __call__(
        self, func: Callable[..., object], types: object, args: Args = (), kwargs: Kwargs | None = None
    ) -> object: ...


def _beside_notes(recorder: Recorder) -> dict[str, object]:
    """What looks, writes in place and special calls need."""
    run = recorder.run
    return {
        "run": run,
        "tensors": recorder.watching.tensors,
        "endings": recorder.mode.endings,
        "looked": recorder.probe.looked,
        "optimizers": run.optimizers.entries,
        "dead_optimizers": run.optimizers.dead,
        "strided": torch.strided,
        "roles": recorder.mode.taping.roles if recorder.mode.taping is not None else {},
        "worn": recorder.probe.worn,
        "setitem": torch.Tensor.__setitem__,
        "steady": recorder.watching.tensors.steady,
        "mixtures": recorder.watching.steps.averaging.pending,
        "clipped": run.clipped,
        "is_lazy_copy": private_names.is_lazy_copy,
        "float32": torch.float32,
        "float64": torch.float64,
        "of_one_number": {"shape": ()},  # all that is known of most Origins of such results
        "unheard": UNHEARD,
        "modes_are_enabled": private_names.modes_are_enabled,
    }


def install(recorder: Recorder) -> HotPath | None:
    """Put the compiled functions in the place of those of this recorder's parts; returns what they belong to."""
    if compiled is None:
        return None
    mode: Any = recorder.mode
    origins: Any = recorder.origins
    stack: Any = recorder.stack
    hot: HotPath = compiled.HotPath(
        mode=mode,
        recorder=recorder,
        stack=stack,
        origins=origins,
        probe=recorder.probe,
        modes=recorder.modes,
        special=mode.special,
        kinds=mode.kinds.classes,
        kind_of=mode.kinds.of,
        table=origins.table,
        plain=PLAIN,
        ownership=stack.ownership,
        skipped=stack.skipped,
        numbers=recorder.exports.numbers,
        Origin=Origin,
        TensorRef=TensorRef,
        sequence_number=sequence_number,
        is_grad_enabled=torch.is_grad_enabled,
        is_inference_mode_enabled=torch.is_inference_mode_enabled,
        wholly=RecordingMode.__torch_function__,
        waiting=signals.waiting,
        release=signals.release,
        pop=private_names.pop,
        push=private_names.push,
        functions=FUNCTIONS,
        **_beside_notes(recorder),
        limit=origin.LIMIT,
    )
    origins.put = hot.put
    stack.capture = hot.capture
    if mode.taping is not None:
        mode.taping.put_in_c(hot)
    if not mode.is_under_others:  # by a mode of the program's that is outside ours nothing of ours is to be seen
        mode.__torch_function__ = hot
    return hot
