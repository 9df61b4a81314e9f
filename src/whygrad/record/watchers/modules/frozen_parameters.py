"""Frozen parameters of which something tells that they were meant to learn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.modules import FrozenLeaf
from whygrad.ops import RANDOM, act_of
from whygrad.record.copying.module_owners import Owners
from whygrad.record.live.bounded import FEW_ORIGINS
from whygrad.record.live.origin import PARAMETER, Frames, Origin, file_of, made_at, parents_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.training.history import History, Learner
from whygrad.record.watchers.modules.new_heads import new_heads
from whygrad.source.owner import Ownership
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


class Frozen:
    """One frozen parameter, and what tells that it should learn."""

    def __init__(
        self, origin: Origin, how: str, frames: Frames = (), names: tuple[str, ...] = (), probed: Frames = ()
    ) -> None:
        self.origin, self.how, self.names = origin, how, names
        self.name, self.held = "", False  # where an optimizer holds it
        self.frames = frames  # the latest step before it was frozen; or where it was unfrozen before that
        self.probed = probed  # the first pass after that, where it was for the gradient of an input

    def still(self) -> bool:
        """Has it neither learnt since, nor been unfrozen? What stopped learning has learnt before."""
        extra = self.origin.extra or {}
        return bool(extra.get("frozen") or self.how in ("zeros", "random")) and (
            self.how in ("stopped", "once", "probed") or not extra.get("learnt")
        )

    def copied(self, copy: Copy) -> FrozenLeaf:
        leaf, before, probe = copy.at(self.origin), copy.chain(self.frames), copy.chain(self.probed)
        return FrozenLeaf(leaf, self.how, self.names, self.name, self.held, before, probe)


def frozen_against_intent(recorder: Recorder, history: History, owners: Owners) -> list[Frozen]:
    """Those of this optimizer's parameters, and of the parts that were put into the models that it trains."""
    heads = (Frozen(origin, "head", names=(part,)) for origin, part in new_heads(recorder, owners))
    found = {id(f.origin): f for f in (*heads, *_grafted(recorder, owners), *_zero_matrices(recorder, owners))}
    wholly = _is_wholly_frozen(history)
    for learner in history.learners.values():
        tensor = learner.ref()
        if tensor is None or torch_api.requires_grad(tensor):
            continue
        if wholly:
            found.setdefault(id(learner.origin), _of_whole(learner, history))
            continue
        how = _how(
            tensor, learner.origin, recorder.origins.get(tensor) is learner.origin, owners, recorder.stack.ownership
        )
        how = _frozen_with_another(recorder, tensor, learner.origin, owners) or how
        if how is not None and id(learner.origin) not in found:
            how.name, how.held = learner.name, True
            found[id(learner.origin)] = how
    return list(found.values())


def _is_wholly_frozen(history: History) -> bool:
    """Is every parameter of an optimizer frozen, before any of them has learnt?"""
    living = [(learner, t) for learner in history.learners.values() if (t := learner.ref()) is not None]
    if not living or any(torch_api.requires_grad(t) for _, t in living):
        return False
    facts = [learner.origin.extra or {} for learner, _ in living]
    return all(f.get("frozen") and not f.get("learnt") for f in facts)


def _of_whole(learner: Learner, history: History) -> Frozen:
    found = Frozen(learner.origin, "whole", history.latest_step)
    found.name, found.held = learner.name, True
    return found


def _how(tensor: torch.Tensor, origin: Origin, unwritten: bool, owners: Owners, own: Ownership) -> Frozen | None:
    """What tells that it should learn; one that is written while it is frozen follows something."""
    extra = origin.extra or {}
    if extra.get("learnt"):
        if not extra.get("frozen") or not extra.get("stopped") or extra.get("thawed"):
            return None  # what is unfrozen at times is frozen on purpose at others
        if extra.get("probed"):
            return Frozen(origin, "probed", extra["stopped"], probed=extra["probed"])
        return Frozen(origin, "stopped" if extra.get("again") else "once", extra["stopped"])
    if extra.get("frozen") and extra.get("refrozen") and tensor.dim() > 1:  # norms are often kept as they are
        return Frozen(origin, "refrozen", extra["refrozen"])
    if extra.get("frozen") and extra.get("itself"):
        return Frozen(origin, "itself")
    same = owners.names_of_module(tensor)
    if extra.get("frozen") and len(same) > 1:
        return Frozen(origin, "same" if unwritten and not extra.get("loaded") else "followed", names=same)
    if extra.get("loaded") or not unwritten:
        return None
    made_so = origin.flags & PARAMETER and not extra.get("frozen")
    made = made_at(origin)
    by_program = bool(made) and own[file_of(made)]
    if made_so and by_program and tensor.numel() > 1 and is_all_zero(tensor):
        return Frozen(origin, "zeros")
    if is_random(origin) and not by_program:
        return Frozen(origin, "random")
    return Frozen(origin, "guarded") if extra.get("frozen") else None


def _frozen_with_another(recorder: Recorder, tensor: torch.Tensor, origin: Origin, owners: Owners) -> Frozen | None:
    """A part that a model which is trained has in common with one that was frozen as a whole, by one statement."""
    extra = origin.extra or {}
    models = owners.models_that_share(tensor)
    if not models or not extra.get("frozen") or any(extra.get(k) for k in ("was_frozen", "learnt", "loaded")):
        return None
    if is_copy(origin) or recorder.origins.get(tensor) is not origin:
        return None  # its values are somebody's

    def was_frozen_along(parameter: torch.Tensor) -> bool:
        its = recorder.origins.get(parameter)
        before = [its, *_near(its)] if its is not None else []  # what follows another model is written in every step
        return any((o.extra or {}).get("frozen") == extra["frozen"] for o in before)

    wholly = [all(was_frozen_along(p) for p in parameters_in(model)) for _, model in models]
    learns = [any(torch_api.requires_grad(p) for p in parameters_in(model)) for _, model in models]
    if any(wholly) and any(learns):
        return Frozen(origin, "same", names=tuple(name for name, _ in models))
    return None


def _grafted(recorder: Recorder, owners: Owners) -> Iterator[Frozen]:
    """New parts of which no parameter learns or has learnt, and that were frozen along with older ones of the model.

    Who freezes the new part alone means it: a teacher, a fixed projection.
    """
    for parameters in owners.parameters():
        parts: dict[Frames, list[tuple[torch.Tensor, Origin]]] = {}
        along: set[Frames] = set()
        for parameter in parameters:
            origin = recorder.origins.get(parameter)
            extra = origin.extra or {} if origin is not None else {}
            if origin is not None and extra.get("grafted"):
                parts.setdefault(extra["grafted"], []).append((parameter, origin))
            elif extra.get("frozen"):
                along.add(extra["frozen"])
        for part in parts.values():
            if all(_is_idle_and_new(parameter, origin) for parameter, origin in part) and any(
                parameter.dim() > 1 and (origin.extra or {})["frozen"] in along for parameter, origin in part
            ):
                yield from (Frozen(origin, "grafted") for _, origin in part)


def _zero_matrices(recorder: Recorder, owners: Owners) -> Iterator[Frozen]:
    """Weights that are all zeros and frozen: they make nothing of whatever comes in. A bias may well be zero.

    Of the program's own: layers of libraries are often made so, and loaded.
    """
    own = recorder.stack.ownership
    for parameters in owners.parameters():
        for parameter in parameters:
            if parameter.dim() < 2 or torch_api.requires_grad(parameter):
                continue
            origin = recorder.origins.get(parameter)
            made = made_at(origin) if origin is not None else ()
            if origin is None or not made or not own[file_of(made)]:
                continue
            if _is_idle_and_new(parameter, origin) and is_all_zero(parameter):
                yield Frozen(origin, "zero matrix")


def _is_idle_and_new(parameter: torch.Tensor, origin: Origin) -> bool:
    extra = origin.extra or {}
    if torch_api.requires_grad(parameter) or not extra.get("frozen") or extra.get("learnt") or extra.get("loaded"):
        return False
    return not is_copy(origin)


def is_copy(origin: Origin) -> bool:
    """Were its values made from another parameter, or read from a file?"""
    if getattr(origin.frames[0] if origin.frames else None, "co_name", "").startswith("_rebuild"):
        return True
    return any(o.flags & PARAMETER for o in _near(origin))


def is_random(origin: Origin) -> bool:
    """Are its values random numbers of this run?"""
    return any(act_of(o.op) in RANDOM for o in _near(origin))


def _near(origin: Origin) -> list[Origin]:
    return list(breadth_first(origin.parents, parents_of, FEW_ORIGINS))


def is_all_zero(tensor: torch.Tensor) -> bool:
    if not torch_api.is_readable(tensor) or not tensor.numel():
        return False
    first = tensor.detach().reshape(-1)[:1]  # most matrices are told from zeros by one element
    return not torch_api.any_nonzero(first) and not torch_api.any_nonzero(tensor)
