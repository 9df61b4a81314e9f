"""Which of the values behind a product or a selection that lets nothing through are all the same: those that live."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.values import ConstantValues, ZeroValues
from whygrad.record.live.origin import REQUIRES_GRAD, Origin
from whygrad.record.seam import torch_api
from whygrad.record.training.bad_value_sites import Birth
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy

NEAR = 16  # operations behind each
MOST = 8  # places that are asked
VARIED = "varied"
LARGEST = 1_000_000  # elements of a value that is read


def zero_values(births: Iterable[Birth], tensors: Mapping[int, torch.Tensor], copy: Copy) -> Iterator[Evidence]:
    """What is known of plain values behind these births; `tensors` are the living ones, by their Origins."""
    starts = list(dict.fromkeys(o for b in births if (o := b.origin) is not None))[:MOST]
    behind = dict.fromkeys(o for start in starts for o in islice(breadth_first(_plain(start), _plain), NEAR))
    known = [(origin, _only_value(tensors[id(origin)])) for origin in behind if id(origin) in tensors]
    zeros = tuple(copy.all_at(o for o, only in known if only == 0))
    if zeros:
        yield ZeroValues(zeros, tuple(copy.all_at(o for o, only in known if only is not None and only != 0)))
    several = [(o, only) for o, only in known if tensors[id(o)].numel() > 1]
    constants = copy.all_at(o for o, only in several if only is not None and only not in (0, VARIED))
    if constants:
        yield ConstantValues(constants)


def _plain(origin: Origin) -> list[Origin]:
    return [parent for parent in origin.parents if not parent.flags & REQUIRES_GRAD]


def _only_value(tensor: torch.Tensor) -> object:
    """The value of all elements, or that they vary; None where that is not known; a device is not waited for."""
    if not torch_api.values_may_be_read():
        return None
    with torch_api.unseen():
        if not torch_api.is_plain(tensor) or not tensor.is_cpu or not 0 < tensor.numel() <= LARGEST:
            return None
        if not bool(tensor.any()):
            return 0
        first = tensor.flatten()[0]
        return first.item() if bool((tensor == first).all()) else VARIED
