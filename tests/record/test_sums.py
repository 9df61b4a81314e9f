"""What a sum of values tells, against what each value does."""

from __future__ import annotations

import math

import pytest
import torch

from whygrad.record.seam import torch_api
from whygrad.record.seam.many_values import all_of_them_finite

LARGE = torch.finfo(torch.float32).max
VALUES = {
    "nothing": torch.zeros(0),
    "zeros": torch.zeros(3),
    "values that cancel out": torch.tensor([1.0, -1.0]),
    "values whose sum overflows": torch.tensor([LARGE, LARGE]),
    "halves whose sum overflows": torch.full((8,), 6e4, dtype=torch.float16),
    "halves whose sum is too small": torch.tensor([6e-8, -6e-8], dtype=torch.float16),
    "nan": torch.tensor([1.0, math.nan]),
    "infinities that cancel out": torch.tensor([math.inf, -math.inf]),
    "integers": torch.tensor([2, -2]),
    "complex numbers": torch.tensor([1 + 1j, -1 - 1j]),
    "a complex nan": torch.tensor([complex(0, math.nan)]),
    "sparse values": torch.tensor([0.0, 2.0]).to_sparse(),
    "sparse values, one infinite": torch.tensor([0.0, math.inf]).to_sparse(),
}


@pytest.mark.parametrize("kind", VALUES)
def test_a_sum_tells_what_the_values_tell_one_by_one(kind):
    values = VALUES[kind]
    each = values.to_dense().flatten().tolist()
    finite = all(math.isfinite(abs(v)) for v in each)

    assert torch_api.any_nonzero(values) == any(v != 0 for v in each)
    assert torch_api.all_finite(values) == finite
    assert all_of_them_finite([torch.ones(2), values]) == finite
    if finite:
        assert (torch_api.sum_of(values) == 0) == all(v == 0 for v in each)
    else:
        assert not math.isfinite(torch_api.sum_of(values))
