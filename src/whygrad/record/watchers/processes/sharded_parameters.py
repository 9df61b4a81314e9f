"""Parameters of which each process keeps a shard: what the program holds and what autograd sees are two tensors.

Under `fully_shard` the optimizer holds a shard, and modules compute with a whole parameter that stands for it. Under
`FullyShardedDataParallel` a unit computes with one flat parameter, in which others lie. To the user each is the same
parameter as before, and that no gradient goes back to the ones of before is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.on_import import when_imported
from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, Origin
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import patched, torch_api
from whygrad.record.seam.as_is import attribute_of, is_a
from whygrad.record.seam.flat_parameters import (
    flat_parameter_of,
    own_parameters_in,
    parts_in_modules,
    shares_of_parts,
)
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.watchers import Watcher

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


@dataclass
class FlatPart:
    """One parameter of a unit, which lies in the flat one and is no tensor of its own between two passes."""

    origin: Origin
    fed: bool = False  # a gradient that was not all zeros came, into what this process keeps of it

    def starves(self) -> bool:
        """Also of what another process keeps, where the graph alone tells whether a gradient goes there."""
        return not self.fed


class ShardedParameters(Watcher):
    """Gives what stands for a parameter that parameter's Origin; patches torch when the program loads its part."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._parts: WeakKeys[torch.Tensor, list[FlatPart]] = WeakKeys()  # of flat parameters that are held whole

    def install(self, undo: Patches) -> None:
        for module in patched.SHARDED_PARAMETERS:
            self._when_loaded(undo, module, "FSDPParam.__init__", self._sharded)
            self._when_loaded(undo, module, "FSDPParam._setattr_on_modules", self._swapped)
        self._when_loaded(
            undo, patched.FLAT_PARAMETERS, "FlatParamHandle._init_flat_param_and_metadata", self._flattened
        )
        self._when_loaded(undo, patched.FLAT_PARAMETERS, "FlatParamHandle._use_unsharded_views", self._unflattened)

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
        flat = flat_parameter_of(known.get(FIRST))
        if flat is None:
            return
        inside = [p for p in own_parameters_in(flat) if is_a(p, torch.Tensor)]
        parts = tuple(self.recorder.origin_of(p, frame) for p in inside)
        made = self._leaf(flat, frame)
        if parts:
            made = Origin(torch.cat, parts, made.frames, made.flags & REQUIRES_GRAD)
        for origin in (made, *parts):
            origin.add(sharded=True)
        self.recorder.origins.put(flat, made)
        if not parts:
            self._parts[flat] = [FlatPart(_part_of(made)) for _ in parts_in_modules(flat)]

    def _unflattened(self, known: Given, out: object, frame: FrameType) -> None:
        """Modules were given their parts of the flat parameter to compute with, each of which is one parameter."""
        flat = flat_parameter_of(known.get(FIRST))
        if known.get("as_params") is not False or flat is None:
            return
        origins, views = self.recorder.origins, parts_in_modules(flat)
        for view, whole in zip(views, own_parameters_in(flat), strict=False):
            if is_a(view, torch.Tensor) and is_a(whole, torch.Tensor) and view is not whole:
                origins.put_beside(view, whole, self.recorder.origin_of(whole, frame))
        for view, part in zip(views, self._parts.get(flat, []), strict=False):
            if is_a(view, torch.Tensor):
                origins.put(view, part.origin)

    def starving_parts(self, parameters: Iterable[torch.Tensor]) -> list[FlatPart]:
        """Of flat parameters the parts that have had no gradient but zeros: autograd fills up what it sends."""
        flat = [p for p in parameters if p in self._parts]
        for parameter in flat:
            gradient = gradient_of(parameter)
            for part, share in zip(self._parts[parameter], shares_of_parts(parameter), strict=False):
                if gradient is not None and share is not None and not part.fed:
                    part.fed = torch_api.any_nonzero(gradient[share])
        return [part for parameter in flat for part in self._parts[parameter] if part.starves()]

    def _leaf(self, tensor: torch.Tensor, frame: FrameType) -> Origin:
        learns = REQUIRES_GRAD if torch_api.requires_grad(tensor) else 0
        return Origin("torch.nn.Parameter", (), self.recorder.stack.capture(frame), LEAF | PARAMETER | learns)


def _part_of(flat: Origin) -> Origin:
    part = Origin(torch.split, (flat,), flat.frames, flat.flags & REQUIRES_GRAD)
    part.add(sharded=True)
    return part
