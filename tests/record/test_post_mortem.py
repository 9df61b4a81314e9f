"""A loss that is not finite is traced by what autograd has saved of the forward pass."""

from __future__ import annotations

import pytest
import torch

from whygrad.record.training.post_mortem import birth_behind, is_bad_loss


def birth_of(loss: torch.Tensor):
    return birth_behind((loss,), lambda node: False)


@pytest.mark.parametrize(
    ("compute", "node"),
    [
        (lambda x: (x / (x * 0)).exp().mean(), "DivBackward0"),
        (lambda x: (x - x.detach()).log().mul(x * 0).sum(), "LogBackward0"),
        (lambda x: (x * 1e30).exp().sub(x).mean(), "ExpBackward0"),
        (lambda x: (-x.abs() - 1).sqrt().pow(2).mean(), "SqrtBackward0"),
        (lambda x: torch.full_like(x, -torch.inf).add(x * 0).softmax(-1).pow(2).mean(), "SoftmaxBackward0"),
    ],
)
def test_the_operation_that_made_it_is_found(compute, node):
    x = torch.tensor([[1.0, 2.0, 3.0]], requires_grad=True)
    loss = compute(torch.nn.functional.linear(x, torch.eye(3)).relu())
    assert is_bad_loss((loss,))
    assert birth_of(loss).node == node


def test_what_came_in_with_the_data_has_no_birth():
    weight = torch.eye(2, requires_grad=True)
    loss = (torch.tensor([[float("nan"), 1.0]]) @ weight).relu().mean()
    assert is_bad_loss((loss,))
    assert birth_of(loss) is None


@pytest.mark.parametrize(
    ("compute", "suspected"),
    [
        (lambda h: h.mean(), None),
        (lambda h: (h**2).sum(-1).sqrt().mean(), "SqrtBackward0"),
        (lambda h: (h.pow(0.5) + h.sqrt()).mean(), None),
    ],
    ids=["no steep operation", "one", "two"],
)
def test_nan_weights_of_a_layer_are_made_by_no_operation_of_this_pass(compute, suspected):
    layer = torch.nn.Linear(3, 4)
    with torch.no_grad():
        layer.weight.fill_(torch.nan)
    loss = compute(layer(torch.ones(2, 3)).relu())
    assert is_bad_loss((loss,))
    birth = birth_of(loss)
    assert (birth and birth.node) == suspected
    assert birth is None or birth.is_suspected


def test_a_finite_loss_is_no_reason_to_look():
    assert not is_bad_loss((torch.tensor(3.0), None, torch.ones(3)))
