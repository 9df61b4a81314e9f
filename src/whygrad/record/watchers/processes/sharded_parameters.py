"""Parameters of which each process keeps a shard: what the program holds and what autograd sees are two tensors.

Under `fully_shard` the optimizer holds a shard, and modules compute with a whole parameter that stands for it. Under
`FullyShardedDataParallel` a unit computes with one flat parameter, in which others lie. To the user each is the same
parameter as before, and that no gradient goes back to the ones of before is meant.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FrameType

import torch

from whygrad.on_import import when_imported
from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, Origin
from whygrad.record.seam import patched, torch_api
from whygrad.record.seam.as_is import attribute_of, is_a, items_of
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.watchers import Watcher


class ShardedParameters(Watcher):
    """Gives what stands for a parameter that parameter's Origin; patches torch when the program loads its part."""

    def install(self, undo: Patches) -> None:
        for module in patched.SHARDED_PARAMETERS:
            self._when_loaded(undo, module, "FSDPParam.__init__", self._sharded)
            self._when_loaded(undo, module, "FSDPParam._setattr_on_modules", self._swapped)
        self._when_loaded(
            undo, patched.FLAT_PARAMETERS, "FlatParamHandle._init_flat_param_and_metadata", self._flattened
        )

    def _when_loaded(self, undo: Patches, module: str, name: str, note: Callable[..., None]) -> None:
        def patch() -> None:
            replace(undo, f"{module}:{name}", followed(self.recorder, note))

        undo.callback(when_imported(module, partial(self.recorder.contained, patch)))

    def _sharded(self, known: Given, out: object, frame: FrameType) -> None:
        shard = attribute_of(known.get(FIRST), "sharded_param")
        if is_a(shard, torch.Tensor):
            self.recorder.origins.put(shard, self._leaf(shard, frame))

    def _swapped(self, known: Given, out: object, frame: FrameType) -> None:
        """A module was given the whole parameter for a while, or its shard again."""
        origins, shard = self.recorder.origins, attribute_of(known.get(FIRST), "sharded_param")
        whole = known.get("param")
        if not is_a(shard, torch.Tensor) or not is_a(whole, torch.Tensor) or whole is shard:
            return
        origin = self.recorder.origin_of(shard, frame)
        if origins.get(whole) is not origin:
            origins.put_beside(whole, shard, origin)

    def _flattened(self, known: Given, out: object, frame: FrameType) -> None:
        """The optimizer is to hold the flat parameter, or with `use_orig_params` those that it is made of."""
        flat = attribute_of(known.get(FIRST), "flat_param")
        if not is_a(flat, torch.Tensor):
            return
        inside = [p for p in items_of(attribute_of(flat, "_params")) if is_a(p, torch.Tensor)]
        parts = tuple(self.recorder.origin_of(p, frame) for p in inside)
        made = self._leaf(flat, frame)
        if parts:
            made = Origin(torch.cat, parts, made.frames, made.flags & REQUIRES_GRAD)
        for origin in (made, *parts):
            origin.add(sharded=True)
        self.recorder.origins.put(flat, made)

    def _leaf(self, tensor: torch.Tensor, frame: FrameType) -> Origin:
        learns = REQUIRES_GRAD if torch_api.requires_grad(tensor) else 0
        return Origin("torch.nn.Parameter", (), self.recorder.stack.capture(frame), LEAF | PARAMETER | learns)
