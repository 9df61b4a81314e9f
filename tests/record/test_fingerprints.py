"""The same values are known again by a few of their elements, in whatever memory they lie."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from whygrad.record.watchers.tensors.fingerprints import fingerprints_of


def drawn(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(0))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.float16, torch.bfloat16])
def test_a_copy_in_another_order_of_memory_has_the_same_fingerprints(dtype):
    values = drawn(5, 7).to(dtype)
    assert list(fingerprints_of(values)) == list(fingerprints_of(values.t().contiguous().t())) != []


def test_an_array_is_known_as_the_tensor_that_it_was():
    values = drawn(4, 9)
    assert list(fingerprints_of(values.numpy())) == list(fingerprints_of(values))


def test_what_was_put_together_is_known_by_its_first_part():
    first, second = drawn(3, 8), drawn(6, 8)[3:]
    assert set(fingerprints_of(first)) & set(fingerprints_of(torch.cat([first, second])))
    assert set(fingerprints_of(first)) & set(fingerprints_of(np.stack([first.numpy(), second.numpy()])))


def test_another_value_shape_or_type_is_another_fingerprint():
    values = drawn(6)
    others = [values + 1e-3, values[:5], values.view(2, 3), values.double()]
    assert not any(set(fingerprints_of(values)) & set(fingerprints_of(other)) for other in others)


@pytest.mark.parametrize("value", [torch.zeros(8), torch.eye(3)[0], torch.ones(()), torch.arange(9), drawn(0, 3)])
def test_values_that_many_tensors_have_get_none(value):
    assert list(fingerprints_of(value)) == []


def test_objects_that_are_neither_get_none():
    assert list(fingerprints_of([1.0, 2.0, 3.0])) == list(fingerprints_of(np.array(["a", "b", "c"]))) == []
