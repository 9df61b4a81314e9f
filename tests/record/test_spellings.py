"""Watchers know an operation under each of its names."""

from __future__ import annotations

import pytest
import torch

import whygrad
from whygrad.record.watchers.steps.accumulated_passes import _division
from whygrad.record.watchers.steps.kept_gradients import doubled_gradient

DIVISIONS = {
    "div": lambda loss: loss.div(4),
    "divide": lambda loss: torch.divide(loss, 4),
    "true_divide": lambda loss: loss.true_divide(4),
    "operator": lambda loss: loss / 4,
    "in place": lambda loss: loss.divide_(4),
}
DOUBLES = {
    "operators": lambda gradient: gradient * 2 + gradient,
    "add and multiply": lambda gradient: torch.add(torch.multiply(gradient, 2), gradient),
    "subtract and negative": lambda gradient: torch.subtract(gradient, torch.negative(gradient)),
    "divide": lambda gradient: torch.divide(gradient, 2).add(gradient),
    "in place": lambda gradient: (gradient * 2).subtract_(gradient),
}


@pytest.mark.parametrize("spelled", DIVISIONS)
def test_a_loss_that_is_divided(spelled):
    with whygrad.watch():
        loss = DIVISIONS[spelled](torch.ones(3, requires_grad=True).sum())
        assert _division(whygrad._latest.recorder.origins.get(loss))


@pytest.mark.parametrize("spelled", DOUBLES)
def test_a_gradient_that_is_added_to_itself(spelled):
    with whygrad.watch():
        leaf = torch.ones(3, requires_grad=True)
        leaf.sum().backward()
        leaf.grad = DOUBLES[spelled](leaf.grad)
        assert doubled_gradient([leaf], whygrad._latest.recorder.origins)
