"""Does what a step changed last until the next pass? Asked of a few parameters, on the steps that are looked at."""

from __future__ import annotations

import torch

from whygrad.ops import BOUNDING, REDRAWING, canonical
from whygrad.record.live.kept_values import PARAMETERS, SMALL, Values
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner

MOSTLY = 0.2  # of a change; what leaves no more of it takes it back
ALL_BUT = 0.001  # of the elements


class Update:
    """A parameter's values before and after a step."""

    def __init__(self, learner: Learner, before: Values) -> None:
        self.learner, self.before = learner, before
        self.after: Values | None = None


def keep_values(history: History) -> None:
    """Keep the values of a few parameters before the step: of those that no step has changed for good yet."""
    history.updates = []
    elements = 0
    for learner in history.learners.values():
        if learner.moved and learner.lasting:
            continue
        tensor = learner.ref()
        if tensor is None or gradient_of(tensor) is None or not torch_api.is_plain(tensor):
            continue
        elements += tensor.numel()
        if elements > SMALL or len(history.updates) >= PARAMETERS:
            return
        if torch_api.any_nonzero(tensor.grad):
            history.updates.append(Update(learner, Values.copied(tensor)))


def keep_updated_values(history: History) -> None:
    """Keep what the step has made of them."""
    for update in history.updates:
        tensor = update.learner.ref()
        update.after = Values.copied(tensor) if tensor is not None and torch_api.is_plain(tensor) else None


def note_undone(history: History, passes: int) -> None:
    """Is what the latest step changed as it was before, by a write of the program's since?"""
    if history.delivered:
        return
    updates, history.updates = history.updates, []
    for update in updates:
        learner = update.learner
        tensor, extra = learner.ref(), learner.origin.extra or {}
        if tensor is None or update.after is None:
            continue
        written = extra.get("written") == passes and canonical(extra.get("written_by", "")) not in BOUNDING
        left = left_of_update(tensor.detach().cpu(), update.before.shown(), update.after.shown()) if written else None
        if left is None and written and canonical(extra.get("written_by", "")) in REDRAWING:
            left = 0.0 if _is_drawn_anew(tensor.detach().cpu(), update.after.shown()) else None
        if left is None:
            learner.lasting += 1
        else:
            learner.undone += 1
            learner.left = max(learner.left, left)
            learner.reverted_at, learner.reverted_by = extra["written_frames"], extra["written_by"]


def _is_drawn_anew(now: torch.Tensor, after: torch.Tensor) -> bool:
    """Has every element, or nearly every, another value than the step has left there?"""
    if now.shape != after.shape or now.dtype != after.dtype or not now.numel():
        return False
    return int((now != after).sum()) >= (1 - ALL_BUT) * now.numel()


def left_of_update(now: torch.Tensor, before: torch.Tensor, after: torch.Tensor) -> float | None:
    """The share of the change that is left, where all elements were taken back, or all nearly; None where some last.

    Where some are back to the bit and others are not, these alone are kept from learning, as a mask does.
    """
    if now.shape != before.shape or now.dtype != before.dtype:
        return None
    change, rest = (after - before).abs(), (now - before).abs()
    moved = change > 0
    number, back = int(moved.sum()), int((moved & (rest == 0)).sum())
    if not number:
        return None
    if back >= (1 - ALL_BUT) * number:
        return 0.0
    left = float(torch.linalg.vector_norm(rest) / torch.linalg.vector_norm(change))
    return left if back <= number / 2 and left <= MOSTLY else None
