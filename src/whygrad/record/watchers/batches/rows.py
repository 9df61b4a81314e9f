"""Which results have the same row for every sample: noted for a pass or two, where a prediction has been so."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import prod

import torch

from whygrad.record.live.bounded import MANY_ORIGINS
from whygrad.record.live.origin import REQUIRES_GRAD, Origin, TensorRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a

LARGEST = 2**22  # elements of a value that is read as a whole
ROUNDING = 32  # times the spacing of numbers as large as the largest: equal rows may be added up in another order
CLEARLY = 200  # times that: what is nearer was brought together by degrees, and no operation has lost it
MOST_APART = 0.05  # of the largest element: what differs by more does so clearly in any precision
OF_HALF = 2  # the same of half precision, in which healthy rows may be that near


class SampleRows:
    """What a pass computes, asked for each result whether its rows differ, for so many samples."""

    def __init__(self, samples: int) -> None:
        self.samples = samples
        self._differ: dict[Origin, set[bool]] = {}  # of a call with several results all answers
        self.nearly: set[Origin] = set()  # whose rows are nearly equal: a deep network may bring them together
        self._shared: dict[Origin, tuple[float, ...]] = {}  # a few values of the row that is the same for all

    def note(self, out: torch.Tensor, origin: Origin) -> None:
        if len(self._differ) >= MANY_ORIGINS or not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            is_learnt = bool(origin.flags & REQUIRES_GRAD)
            answer = differ(out, self.samples, int(is_learnt))
            if answer and is_learnt and not differ(out, self.samples, CLEARLY):
                self.nearly.add(origin)
            if answer is False and not is_learnt:
                self._shared[origin] = few_of(out)
        if answer is not None:
            self._differ.setdefault(origin, set()).add(answer)

    def of(self, origin: Origin) -> set[bool]:
        """Whether the rows of its results differ; nothing where that is unknown."""
        return self._differ.get(origin, set())

    def shared_by(self, origin: Origin) -> tuple[float, ...]:
        """A few values of what carries no gradient and is the same for all samples."""
        return self._shared.get(origin, ())

    def begin_anew(self) -> None:
        self._differ.clear()
        self.nearly.clear()
        self._shared.clear()


def few_of(value: torch.Tensor) -> tuple[float, ...]:
    return tuple(torch_api.sample(value.detach()).tolist())


def differ(value: torch.Tensor, samples: int, by_rounding: int = 0) -> bool | None:
    """Do the rows differ, by more than so many times what rounding may do? None where that is unknown."""
    if not torch_api.is_plain(value) or not 0 < value.numel() <= LARGEST or value.is_complex():
        return None
    rows = _rows_of(value.detach(), samples)
    if rows is None:
        return None
    ends = rows[:: samples - 1]  # mostly two rows tell
    if not by_rounding or not rows.is_floating_point():
        return not all(torch.equal(some, some[:1].expand_as(some)) for some in (ends, rows))
    return _are_apart(ends, by_rounding) or _are_apart(rows, by_rounding)


def _are_apart(rows: torch.Tensor, times: int) -> bool:
    spacing: float = times * (OF_HALF if rows.element_size() == OF_HALF else ROUNDING) * torch.finfo(rows.dtype).eps
    rows = torch.nan_to_num(rows.float() if rows.element_size() == OF_HALF else rows, nan=torch.nan)
    return not bool((rows - rows[:1]).abs().max() <= min(spacing, MOST_APART) * rows.abs().max())


def _rows_of(value: torch.Tensor, samples: int) -> torch.Tensor | None:
    """One row for each sample; None where none of the first dimensions count them."""
    shape = value.shape
    leading = (prod(shape[:n]) for n in range(1, len(shape) + 1))
    if samples in leading or (len(shape) > 1 and shape[1] != samples and shape[0] % samples == 0):
        return value.reshape(samples, -1)
    if len(shape) > 1 and shape[1] == samples:
        return value.transpose(0, 1).reshape(samples, -1)
    return None


def living(wanted: Collection[Origin], known: Iterable[TensorRef]) -> dict[Origin, torch.Tensor]:
    """The tensors of these Origins that the program still has."""
    found = ((ref.origin, ref()) for ref in known if ref.origin in wanted)
    return {origin: tensor for origin, tensor in found if origin is not None and is_a(tensor, torch.Tensor)}
