"""What a sum of values tells, against what each value does."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest
import torch

from whygrad.record.seam import torch_api
from whygrad.record.seam.many_values import all_of_them_finite

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from transparent.recording import run_recorded

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


FEW_BITS = ("float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", "complex32", "uint16", "uint64", "bits8", "uint4")


@pytest.mark.filterwarnings("ignore:ComplexHalf support")
@pytest.mark.parametrize("name", [name for name in FEW_BITS if hasattr(torch, name)])
def test_what_torch_cannot_add_is_left_unread(name):
    values = torch.empty(4, dtype=getattr(torch, name))

    assert not torch_api.is_readable(values)
    assert torch_api.any_nonzero(values) and torch_api.all_finite(values)
    assert torch_api.size_of(values) == 1
    assert all_of_them_finite([torch.ones(2), values])


def test_a_training_through_eight_bits_is_inspected():
    def train():
        w = torch.ones(3, requires_grad=True)
        optimizer = torch.optim.SGD([w], lr=0.1)
        for _ in range(10):
            optimizer.zero_grad()
            (w.to(torch.float8_e5m2).float() * torch.arange(3.0)).sum().backward()
            optimizer.step()
        return w

    assert torch.equal(run_recorded("run", train), train())
