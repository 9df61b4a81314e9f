"""Values that are kept for a comparison, by C where they are small and by torch where not."""

from __future__ import annotations

import math

import pytest
import torch

from whygrad.record.live.kept_values import Values
from whygrad.record.seam import few_values

VALUES = {
    "a parameter": torch.nn.Parameter(torch.randn(3, 4)),
    "doubles": torch.randn(5, dtype=torch.float64),
    "one number": torch.tensor(2.0),
    "nothing": torch.zeros(0),
    "a transposed matrix": torch.randn(3, 4).t(),
    "integers": torch.arange(4),
    "many": torch.randn(100, 100),
    "nan": torch.tensor([math.nan, 1.0]),
}


@pytest.fixture(params=["by C", "by torch"], autouse=True)
def way(request, monkeypatch):
    if request.param == "by torch":
        monkeypatch.setattr(few_values, "keep_in_c", None)
        monkeypatch.setattr(few_values, "compare_in_c", None)


@pytest.mark.parametrize("kind", VALUES)
def test_what_is_kept_is_compared_as_torch_does(kind):
    tensor = VALUES[kind]
    kept = Values.copied(tensor)
    assert kept.equal(tensor) == torch.equal(tensor, tensor.clone())
    assert kept.is_unchanged(tensor)
    assert torch.equal(kept.shown().nan_to_num(), tensor.nan_to_num())
    changed = tensor.detach().clone() + 1
    assert kept.equal(changed) == (not tensor.numel())


def test_a_zero_equals_the_other_zero():
    assert Values.copied(torch.zeros(3)).equal(-torch.zeros(3))


@pytest.mark.parametrize(
    "other", [torch.zeros(4), torch.zeros(2, 2, dtype=torch.float64), torch.zeros(2, 2).to_sparse()]
)
def test_another_shape_dtype_or_layout_is_another_value(other):
    assert not Values.copied(torch.zeros(2, 2)).equal(other)
