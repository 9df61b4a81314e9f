"""Where samples were lost: the operation whose result is the first with the same row for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch

from whygrad.ops import (
    ADDING_UP,
    COMPARISONS,
    CONSTANTS,
    INDEXING,
    RECURRENT,
    SCALING,
    SEVERAL_RESULTS,
    SOFTMAXES,
    STATEFUL,
    TRUNCATING,
    VIEWS,
    WEIGHING,
    act_of,
)
from whygrad.record.live.bounded import MOST_ORIGINS, NEAREST, SOME_ORIGINS
from whygrad.record.live.origin import PARAMETER, REQUIRES_GRAD, Origin, TensorRef, nearest
from whygrad.record.watchers.batches.rows import SampleRows, differ, living
from whygrad.walk import breadth_first

LEAST = 4  # rows of a set of data
SIDES = 2
AVERAGING = VIEWS | {"mul", "sum", "nansum"}
SPREADING = frozenset({"broadcast_to", "expand", "expand_as", "repeat", "repeat_interleave"})
MASKING = frozenset({"masked_fill", "where"})
LOSING = INDEXING | ADDING_UP | TRUNCATING | {"amax", "amin", "floor_divide", "max", "min", "narrow", "select"}
READING = WEIGHING | STATEFUL | {"multi_head_attention_forward"}
# Their results are rarely meant to carry samples on; where something else loses them, that is nearer to the mistake.
MASKS = CONSTANTS | COMPARISONS
# They lose samples by their weights, or by values that others have learnt; other causes tell of that.
BY_WEIGHTS = WEIGHING | STATEFUL | {"batch_norm", "embedding", "embedding_bag", "layer_norm"}
# They keep or drop values by what these are.
CHOOSING = frozenset({
    "argmax", "argmin", "argsort", "bucketize", "celu", "ceil", "clamp", "clamp_max", "clamp_min", "dropout",
    "dropout1d", "dropout2d", "dropout3d", "elu", "exp", "floor", "floor_divide", "gelu", "hardsigmoid", "hardswish",
    "hardtanh", "leaky_relu", "log_softmax", "logsigmoid", "mish", "one_hot", "prelu", "relu", "relu6", "round", "selu",
    "sigmoid", "sign", "silu", "softmax", "softplus", "softsign", "sort", "tanh", "threshold", "topk", "trunc",
}) | COMPARISONS  # fmt: skip


@dataclass(frozen=True)
class Lost:
    at: Origin
    also: Origin | None  # a mask or an index that is the same for all, too
    picked: tuple[float, ...] = ()  # of a set of data, the same for the whole batch


@dataclass(frozen=True)
class _Way:
    """A value behind the prediction that does not differ, as far as is known."""

    at: Origin
    samples: int  # the rows that it is asked for: those of a set of data are more than those of a batch
    used_by: _Way | None
    is_read: bool  # a network reads it

    def equal(self, answers: _Answers) -> _Way | None:
        """The first, from here on, that is known to be the same for all."""
        way: _Way | None = self
        while way is not None and answers.of(way.at, way.samples) != {False}:
            way = way.used_by
        return way


class _Answers:
    def __init__(self, prediction: Origin, rows: SampleRows, known: list[TensorRef]) -> None:
        self._rows, self.samples = rows, rows.samples
        behind = nearest([prediction], most=MOST_ORIGINS)
        self._tensors: dict[Origin, torch.Tensor] = living({o for o in behind if not rows.of(o)}, known)
        self._asked: dict[tuple[Origin, int], set[bool]] = {}

    def of(self, origin: Origin, samples: int) -> set[bool]:
        """Do its rows differ? Nothing of what learns itself, or where that is unknown."""
        if samples == self.samples and (noted := self._rows.of(origin)):
            return noted
        tensor = self._tensors.get(origin)
        if tensor is None or origin.flags & PARAMETER or not tensor.dim():
            return set()
        if (origin, samples) not in self._asked:
            answer = differ(tensor, samples, by_rounding=int(bool(origin.flags & REQUIRES_GRAD)))
            self._asked[origin, samples] = set() if answer is None else {answer}
        return self._asked[origin, samples]

    def rows_of_data(self, origin: Origin) -> int | None:
        """How many rows a set of data has that a batch was taken from."""
        tensor = self._tensors.get(origin)
        is_set = tensor is not None and tensor.dim() and not origin.flags & (PARAMETER | REQUIRES_GRAD)
        return tensor.shape[0] if is_set and tensor is not None and tensor.shape[0] >= LEAST else None


def lost_at(prediction: Origin, rows: SampleRows, known: list[TensorRef]) -> Lost | None:
    """The place nearest to the prediction; None where nothing behind it differs, or others tell why."""
    if _is_spread(prediction):
        return None
    answers = _Answers(prediction, rows, known)
    spare: _Way | None = None
    for way, parent in _losses(prediction, answers):
        if parent in rows.nearly:
            return None
        if answers.of(parent, way.samples) == {True, False} and act_of(parent.op) in SEVERAL_RESULTS - RECURRENT:
            return Lost(parent, None)  # of its results one is picked that is the same for all
        is_known = bool(answers.of(way.at, way.samples)) or act_of(way.at.op) in LOSING
        place = way if is_known else way.equal(answers)
        if place is None:
            return None
        at = _masking_of(place.at) or _averaged_by(place.at, answers, place.samples) or place.at
        if _is_by_values(at, answers, place.samples):
            return None
        if act_of(at.op) not in MASKS:
            return Lost(at, _mask_of(at, answers, place.samples), _picked(way, parent, answers, rows))
        spare = spare or (place if place.is_read else None)
    return Lost(spare.at, None) if spare is not None else None


def _is_spread(prediction: Origin) -> bool:
    """Was one prediction repeated for all samples? That is written down, as for a baseline of a whole episode."""
    at = prediction
    while at.parents and act_of(at.op) in VIEWS | SPREADING:
        if act_of(at.op) in SPREADING:
            return bool(at.parents[0].flags & REQUIRES_GRAD)
        at = at.parents[0]
    return False


def _picked(way: _Way, data: Origin, answers: _Answers, rows: SampleRows) -> tuple[float, ...]:
    """What a batch got of a larger set of data, where all of the batch got the same."""
    size = answers.rows_of_data(data)
    if act_of(way.at.op) not in INDEXING or size is None or size == answers.samples:
        return ()
    at: _Way | None = way
    while at is not None and not rows.shared_by(at.at):
        at = at.used_by
    return rows.shared_by(at.at) if at is not None else ()


def _losses(prediction: Origin, answers: _Answers) -> Iterator[tuple[_Way, Origin]]:
    """The values that do not differ while one that they were computed from does, nearest first."""
    ways = [_Way(prediction, answers.samples, None, False)]
    seen = {prediction}
    for way in ways:  # grows while it is walked
        is_read = way.is_read or act_of(way.at.op) in READING
        for parent in _values_of(way.at):
            samples = way.samples
            if not answers.of(parent, samples) and _is_part(way, answers):
                samples = answers.rows_of_data(parent) or samples
            if True in answers.of(parent, samples):
                if _has_data(parent):
                    yield way, parent
            elif parent not in seen and len(seen) < MOST_ORIGINS:
                seen.add(parent)
                ways.append(_Way(parent, samples, way, is_read))


def _is_part(way: _Way, answers: _Answers) -> bool:
    """Was a batch taken out of a larger value, or put together from its rows, and is the same for all?"""
    user = way.used_by
    if user is not None and act_of(user.at.op) == "stack":
        return act_of(way.at.op) in INDEXING and answers.of(user.at, user.samples) == {False}
    return act_of(way.at.op) in INDEXING and answers.of(way.at, way.samples) == {False}


def _values_of(at: Origin) -> tuple[Origin, ...]:
    """What it was computed from: neither an index, nor the last argument of `view_as` and its kin, which is a shape."""
    has_one = act_of(at.op) in INDEXING or getattr(at.op, "__name__", "").endswith("_as")
    return at.parents[:1] if has_one else at.parents


def _has_data(origin: Origin) -> bool:
    """Was it computed from something else than parameters and constants?"""
    return any(
        not at.parents and not at.flags & (PARAMETER | REQUIRES_GRAD) and act_of(at.op) not in CONSTANTS
        for at in nearest([origin], most=SOME_ORIGINS)
    )


def _learns(origin: Origin) -> bool:
    """Was it computed from parameters, as far as is known?"""
    behind = nearest([origin], most=MOST_ORIGINS)
    return len(behind) >= MOST_ORIGINS or any(at.flags & (PARAMETER | REQUIRES_GRAD) for at in behind)


def _is_by_values(at: Origin, answers: _Answers, samples: int) -> bool:
    """May it let the samples through when others have learnt, or when a number is not 0 any more?"""
    act = act_of(at.op)
    if act in BY_WEIGHTS | CHOOSING:
        return any(map(_learns, at.parents))
    if act in MASKING:
        return any(_learns(other) for other in at.parents[1:])
    if act not in SCALING:
        return False
    others = [parent for parent in at.parents if True not in answers.of(parent, samples)]
    return len(at.parents) == 1 or any(map(_learns, others))


def _masking_of(softmax: Origin) -> Origin | None:
    """Where scores were left out just before a softmax."""
    if act_of(softmax.op) not in SOFTMAXES:
        return None
    at = softmax
    for _ in range(NEAREST):
        if not at.parents:
            return None
        at = at.parents[0]
        if act_of(at.op) in MASKING:
            return at
    return None


def _averaged_by(ratio: Origin, answers: _Answers, samples: int) -> Origin | None:
    """What an average is of, where it is the same for all: only the numbers of elements differ then."""
    if act_of(ratio.op) != "div" or len(ratio.parents) != SIDES:
        return None
    near = breadth_first(
        ratio.parents[:1], lambda at: at.parents if act_of(at.op) in AVERAGING else (), most=SOME_ORIGINS
    )
    for at in near:
        differ_before = any(answers.of(parent, samples) == {True} and _has_data(parent) for parent in at.parents)
        if at.flags & REQUIRES_GRAD and False in answers.of(at, samples) and differ_before:
            return at
    return None


def _mask_of(place: Origin, answers: _Answers, samples: int) -> Origin | None:
    """Where a mask or an index became the same for all: it carries no gradient, and was computed from what differs."""
    starts = [parent for parent in place.parents if not parent.flags & REQUIRES_GRAD]
    for at in breadth_first(starts, lambda at: at.parents, most=SOME_ORIGINS):
        before = [parent for parent in at.parents if True in answers.of(parent, samples)]
        if answers.of(at, samples) == {False} and any(map(_has_data, before)) and at.frames != place.frames:
            return at
    return None
