"""Values that are kept for a comparison: what is nan may be unchanged, although it equals nothing."""

import pytest
import torch

from whygrad.record.live.kept_values import Values

NAN = float("nan")


@pytest.mark.parametrize("values", [[1.0, NAN], [1.0, 2.0], [1, 2], [True, False]])
def test_what_nobody_wrote_is_unchanged(values):
    tensor = torch.tensor(values)
    assert Values.copied(tensor).is_unchanged(tensor)


@pytest.mark.parametrize("value", [NAN, 3.0])
def test_what_was_written_has_changed(value):
    tensor = torch.tensor([1.0, 2.0, NAN])
    kept = Values.copied(tensor)
    tensor[1] = value
    assert not kept.is_unchanged(tensor)


def test_nan_that_was_replaced_has_changed():
    tensor = torch.tensor([1.0, NAN])
    kept = Values.copied(tensor)
    tensor[1] = 2.0
    assert not kept.is_unchanged(tensor)
    assert not kept.is_unchanged(tensor.double())
