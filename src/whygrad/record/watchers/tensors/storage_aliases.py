"""Tensors that lie in a parameter's own memory: what is written to one of the two is written to both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import torch

from whygrad.ops import VIEWS
from whygrad.record.live.bounded import FEW_ORIGINS, MOST
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, TensorRef, made_at
from whygrad.record.seam import storages, torch_api
from whygrad.record.seam.nodes import node_of
from whygrad.record.training.history import Learner
from whygrad.walk import breadth_first, reachable

GRADIENT = torch_api.GRADIENT_GETTER
WRITES = 16  # of one tensor that are followed back


@dataclass(frozen=True)
class Shadow:
    """A tensor that was averaged with the parameter in whose memory it lies."""

    learner: Learner
    made: Frames
    written: Frames


def shadows_of(learners: Iterable[Learner], refs: Iterable[TensorRef]) -> list[Shadow]:
    """The living tensors that were written with values of a parameter, and are that parameter."""
    memory = {storages.address_of(t): k for k in learners if (t := k.ref()) is not None and torch_api.is_plain(t)}
    memory.pop(0, None)  # what holds no memory, such as the part of a parameter that another rank holds, shares none
    found: list[Shadow] = []
    for ref in refs:
        tensor, origin = ref(), ref.origin
        if tensor is None or origin is None or not _is_written(origin) or torch_api.is_parameter(tensor):
            continue
        learner = memory.get(storages.address_of(tensor)) if node_of(tensor) is None else None
        if learner is not None and learner.ref() is not tensor and len(found) < MOST:
            shadow = _followed(learner, origin)
            found += [shadow] if shadow is not None else []
    return found


def _is_written(origin: Origin) -> bool:
    return bool(origin.parents) and torch_api.is_in_place(origin.op)


def _followed(learner: Learner, origin: Origin) -> Shadow | None:
    """Back through its writes to where it was made."""
    written: Frames = ()
    for _ in range(WRITES):
        if not _is_written(origin):
            break
        if any(_comes_from(value, learner.origin, origin.parents[0]) for value in origin.parents[1:]):
            written = origin.frames
        origin = origin.parents[0]
    return Shadow(learner, made_at(origin), written) if written else None


def _comes_from(value: Origin, leaf: Origin, own: Origin) -> bool:
    """Is it computed from the parameter's values, not from its gradient, nor from another that was once its copy?"""

    def further(at: Origin) -> tuple[Origin, ...]:
        return () if at is own or at.op == GRADIENT or at.flags & LEAF else at.parents

    return any(at is leaf for at in breadth_first((value,), further, FEW_ORIGINS))


def taken_from_data(
    learners: Iterable[Learner], refs: Iterable[TensorRef], passes: Iterable[Origin]
) -> list[tuple[Learner, torch.Tensor]]:
    """The parameters that were made of a plain tensor without a copy, with that tensor, where the loss needs it too."""
    tensors = {id(ref.origin): tensor for ref in refs if (tensor := ref()) is not None}
    found = []
    for learner in learners:
        parameter = learner.ref()
        for origin in _made_of(learner.origin):
            data = tensors.get(id(origin))
            if data is None or parameter is None or data is parameter or torch_api.is_parameter(data):
                continue
            if not torch_api.requires_grad(parameter):
                continue  # frozen: no step changes it
            if storages.address_of(data) == storages.address_of(parameter) != 0:
                found.append((learner, data, origin))
    used = _used_beside_leaves(passes) if found else set()
    return [(learner, data) for learner, data, origin in found if id(origin) in used]


def _made_of(origin: Origin) -> Iterable[Origin]:
    """What a parameter was made of, back through views."""
    if origin.op != "torch.nn.Parameter":
        return
    while len(origin.parents) == 1:
        origin = origin.parents[0]
        if origin.flags & REQUIRES_GRAD:
            return
        yield origin
        if torch_api.short_act_of(origin.op) not in VIEWS:
            return


def _used_beside_leaves(passes: Iterable[Origin]) -> set[int]:
    """What the passes were computed from, without what their leaves were made of."""

    def further(at: Origin) -> tuple[Origin, ...]:
        return () if at.flags & LEAF else at.parents

    return set(map(id, reachable((p for at in passes for p in further(at)), further)))
