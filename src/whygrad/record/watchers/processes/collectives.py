"""Collectives of `torch.distributed` that fill given tensors: their values come from the inputs, past autograd.

What the other processes have sent was computed there. So in a list of results only the own one is noted: a program that
puts its own tensor back into that place has replaced all that could have had a history here. No value is read, so it
does not matter whether an asynchronous call has ended.
"""

from __future__ import annotations

import sys
from functools import partial
from types import FrameType

import torch

from whygrad.evidence.collectives import FilledByCollective
from whygrad.interruptions.errors import hand_on
from whygrad.record.live.origin import CUT, REQUIRES_GRAD, Origin
from whygrad.record.seam import torch_api, torch_modes
from whygrad.record.seam.as_is import attribute_of, is_a, is_exactly
from whygrad.record.seam.given import Given, followed
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.special.data_set import leaf_behind
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.tensors.untracked_writes import tensor_behind

DISTRIBUTED = "torch.distributed"
FILLING = {  # the parameters that are filled, and those that the values come from
    "all_gather": ("tensor_list", "tensor"),
    "all_gather_into_tensor": ("output_tensor", "input_tensor"),
    "all_gather_single": ("output_tensor", "input_tensor"),  # as newer versions call it
    "all_to_all": ("output_tensor_list", "input_tensor_list"),
    "all_to_all_single": ("output", "input"),
    "gather": ("gather_list", "tensor"),
    "reduce_scatter": ("output", "input_list"),
    "reduce_scatter_single": ("output", "input"),
    "reduce_scatter_tensor": ("output", "input"),
    "scatter": ("tensor", "scatter_list"),
}
FILLED = "collective"  # the operation of what was filled: `torch.gather`, too, is called `gather`


class Collectives(Watcher):
    def install(self, undo: Patches) -> None:
        distributed = sys.modules.get(DISTRIBUTED)
        if distributed is None or not distributed.is_available():
            return
        for name, (filled, source) in FILLING.items():
            if attribute_of(distributed, name) is not None:
                note = partial(self._filled, name, filled, source)
                replace(undo, f"{DISTRIBUTED}:{name}", followed(self.recorder, note, unless_away=True))

    def _filled(self, name: str, filled: str, source: str, known: Given, out: object, frame: FrameType) -> None:
        if _is_torchs(frame):
            return  # it knows what it does to the gradient
        into, values = known.get(filled), known.get(source)
        in_list = is_exactly(into, list, tuple)
        if in_list or is_exactly(values, list, tuple):
            rank = _rank_in(known.get("group"))
            into, values = _own(into, rank), _own(values, rank)
        if is_a(into, torch.Tensor) and is_a(values, torch.Tensor) and into is not values:
            torch_modes.call_untold(self._note, name, in_list and known.get(source) is values, into, values, frame)

    def _note(self, name: str, listed: bool, into: torch.Tensor, values: torch.Tensor, frame: FrameType) -> None:
        recorder = self.recorder
        before = recorder.origins.get(into)
        if torch_api.requires_grad(into) or leaf_behind(before) is not None or tensor_behind(before) is not None:
            return  # it lies in the memory of what learns, or of its result
        parent, base = recorder.origin_of(values, frame), torch_api.view_base(into)
        frames = recorder.stack.capture(frame)
        origin = Origin(FILLED, (parent,), frames, CUT if parent.flags & REQUIRES_GRAD else 0)
        origin.dtype = into.dtype
        origin.add(mark=FilledByCollective(name, listed and base is None))
        recorder.origins.put(into, origin)
        whole = recorder.origins.get(base) if base is not None else None
        if base is not None and not torch_api.requires_grad(base) and leaf_behind(whole) is None:
            both = Origin(FILLED, (origin,) if whole is None else (whole, origin), frames, origin.flags)
            both.dtype = into.dtype
            recorder.origins.put(base, both)


def _rank_in(group: object) -> int:
    """Which place the own values have in a list; -1 where torch does not know the group."""
    try:
        return int(sys.modules[DISTRIBUTED].get_rank(group))
    except (KeyError, RuntimeError, ValueError) as error:
        hand_on(error)
        return -1


def _own(values: object, rank: int) -> object:
    """Of a list with one tensor for each process the own one; what is no list is the own one."""
    if not is_exactly(values, list, tuple):
        return values
    return values[rank] if 0 <= rank < len(values) else None


def _is_torchs(frame: FrameType) -> bool:
    module = frame.f_globals.get("__name__")
    return type(module) is str and module.partition(".")[0] == "torch"
