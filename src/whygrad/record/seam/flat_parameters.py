"""The flat parameters of FullyShardedDataParallel, in each of which those of a unit lie: what torch keeps of them."""

from __future__ import annotations

import torch

from whygrad.record.seam.as_is import attribute_of, is_a, items_of


def flat_parameter_of(handle: object) -> torch.Tensor | None:
    flat = attribute_of(handle, "flat_param")
    return flat if is_a(flat, torch.Tensor) else None


def own_parameters_in(flat: torch.Tensor) -> list[object]:
    """With `use_orig_params` the parameters that optimizers hold, one for each part; else none."""
    return items_of(attribute_of(flat, "_params"))


def parts_in_modules(flat: torch.Tensor) -> list[object]:
    """What modules compute with now, one for each part: a parameter, or a plain attribute."""
    return [_held_by(*items_of(info)[:2]) for info in items_of(attribute_of(flat, "_param_infos"))]


def shares_of_parts(flat: torch.Tensor) -> list[slice | None]:
    """Where each part lies in the shard that this process keeps; None where it keeps nothing of it."""
    return [_share(*items_of(info)[:3]) for info in items_of(attribute_of(flat, "_shard_param_infos"))]


def _held_by(name: object = None, module: object = None) -> object:
    held = attribute_of(module, "_parameters")
    found = dict.get(held, name) if is_a(held, dict) else None
    return attribute_of(module, name) if found is None and is_a(name, str) else found


def _share(is_here: object = False, start: object = None, length: object = None) -> slice | None:
    return slice(start, start + length) if is_here is True and is_a(start, int) and is_a(length, int) else None
