"""New heads that a library froze along with the pretrained rest: they stay random while adapters learn."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch

from whygrad.ops import STARTING, canonical
from whygrad.record.copying.module_owners import Owners
from whygrad.record.live.origin import Origin
from whygrad.record.live.stack import pairs_in
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import children_of, modules_in, parameters_in
from whygrad.record.special.requires_grad_set import is_a_librarys_choice

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

# transformers' models for a task that nobody pretrains: what stands beside the base model is made anew for each user.
OF_A_TASK = re.compile(r"For\w*(Classification|QuestionAnswering|MultipleChoice)$")

MATRIX = 2  # dimensions

Head = tuple[Origin, str]  # a parameter, and the module of the model that it is in


def new_heads(recorder: Recorder, owners: Owners) -> Iterator[Head]:
    """The frozen parameters with random values of this run, in models that learn otherwise.

    Beside pretrained ones that the same act froze; where nothing was loaded, those outside the base model of a
    transformers model for a task.
    """
    for _, root in owners.roots:
        parameters = parameters_in(root)
        if not any(map(torch_api.requires_grad, parameters)):
            continue
        origins = {id(p): o for p in parameters if (o := recorder.origins.get(p)) is not None and _is_frozen(p, o)}
        new = {key: o for key, o in origins.items() if _is_drawn(o)}
        # A matrix that nobody has drawn or set was loaded; a number such as a temperature is made as it is.
        matrices = [origins[id(p)] for p in parameters if id(p) in origins and id(p) not in new and p.dim() >= MATRIX]
        loaded = {(o.extra or {})["frozen"] for o in matrices if not _is_set(o)}
        heads = _parameters_of_heads(root) if new else {}
        for parameter in parameters:
            origin = new.get(id(parameter))
            if origin is None or parameter.dim() < MATRIX:
                continue
            if (origin.extra or {})["frozen"] in loaded or id(parameter) in heads:
                yield origin, heads.get(id(parameter), "")


def _is_frozen(parameter: torch.Tensor, origin: Origin) -> bool:
    """Frozen by a library that the program called to change its model, and never trained before."""
    extra = origin.extra or {}
    if torch_api.requires_grad(parameter) or extra.get("learnt"):
        return False
    return bool(extra.get("frozen")) and is_a_librarys_choice(extra.get("frozen_by", ""))


def _is_drawn(origin: Origin) -> bool:
    extra = origin.extra or {}
    return canonical(extra.get("written_by", "")) in STARTING and not extra.get("loaded")


def has_chance_values(origin: Origin) -> bool:
    """Were they drawn, by `nn.init` as well, and neither loaded nor trained since?"""
    extra = origin.extra or {}
    if extra.get("loaded") or extra.get("learnt"):
        return False
    frames = pairs_in(extra.get("written_frames", ()))
    by_init = bool(frames) and frames[0][0].co_filename == torch.nn.init.__file__
    return by_init or canonical(extra.get("written_by", "")) in STARTING


def _is_set(origin: Origin) -> bool:
    """To a constant, as biases and norms begin: it tells of no pretraining."""
    extra = origin.extra or {}
    return bool(extra.get("written_by")) and not extra.get("loaded")


def _parameters_of_heads(root: torch.nn.Module) -> dict[int, str]:
    """By id, those outside the base model of each transformers model for a task, with the head's name."""
    found: dict[int, str] = {}
    for _, module in modules_in(root):
        prefix = inspect.getattr_static(type(module), "base_model_prefix", None)
        if type(prefix) is str and prefix and OF_A_TASK.search(type(module).__name__):
            for name, part in children_of(module):
                if name != prefix:
                    found.update((id(p), name) for p in parameters_in(part))
    return found
