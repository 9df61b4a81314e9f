"""Random tensors that a module keeps as plain attributes or buffers: nothing will ever train them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch

from whygrad.ops import PLUS_OR_MINUS, RANDOM, SCALING, VIEWS, act_of
from whygrad.record.live.origin import Origin, made_at
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attributes_of
from whygrad.record.seam.holdings import PARAMETER, entries_of, modules_in

if TYPE_CHECKING:
    from whygrad.record.copying.module_owners import Owners
    from whygrad.record.live.recorder import Recorder

# What makes starting values out of random numbers; a comparison makes a mask, which is another thing.
ARRANGING = SCALING | PLUS_OR_MINUS | VIEWS | {
    "normalize", "clone", "float", "to", "empty", "stack", "cat", "zeros", "qr", "__get__",
}  # fmt: skip
DEEP = 32


def random_attributes(recorder: Recorder, owners: Owners) -> list[tuple[Origin, str, bool]]:
    """(Origin, name, is a buffer) of what was drawn in a constructor and is as it was."""
    found = []
    for path, root in owners.roots:
        for inner, module in modules_in(root):
            for name, value, is_buffer in _tensors_of(module):
                origin = recorder.origins.get(value)
                if origin is not None and _is_as_drawn(origin) and not torch_api.requires_grad(value):
                    found.append((origin, ".".join(filter(None, (path, inner, name))), is_buffer))
    return found


def _tensors_of(module: torch.nn.Module) -> Iterator[tuple[str, torch.Tensor, bool]]:
    for name, value in list(attributes_of(module).items()):
        kind = type(value)  # a module has dozens of attributes that are none
        if (kind is torch.Tensor or kind is PARAMETER) and torch_api.is_readable(value) and value.is_floating_point():
            yield name, value, False
    for name, buffer in entries_of(module, "_buffers"):
        if torch_api.is_readable(buffer) and buffer.is_floating_point():
            yield name, buffer, True


def _is_as_drawn(origin: Origin) -> bool:
    """Random numbers, arranged in the constructor; what was written later comes from another place."""
    if not any(getattr(code, "co_name", "") == "__init__" for code in made_at(origin)[::2]):
        return False
    drawn = False
    queue = [origin]
    for at in queue:
        name = act_of(at.op)
        drawn = drawn or name in RANDOM
        if (name not in RANDOM and name not in ARRANGING) or len(queue) > DEEP:
            return False
        queue.extend(at.parents)
    return drawn
