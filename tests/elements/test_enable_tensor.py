"""A tensor with enabled elements stays the leaf that it was: its gradient is zero elsewhere."""

from __future__ import annotations

import copy
import gc
import io
import warnings

import numpy as np
import pytest
import torch
from elements.enabled_training import START, bits, loss_of, train
from torch import nn
from torch.optim import optimizer as optimizer_module

import whygrad
from whygrad.elements import enable_tensor


def test_only_element_0_gets_a_gradient_and_changes():
    x = torch.tensor([1.0, 2.0, 3.0])
    whygrad.enable(x, 0)
    optimizer = torch.optim.AdamW([x], lr=0.5)
    (x * x).sum().backward()
    assert x.grad.tolist() == [2.0, 0.0, 0.0]
    optimizer.step()
    assert x[0] < 1 and x.tolist()[1:] == [2.0, 3.0]
    assert x.is_leaf and x.requires_grad and type(x) is torch.Tensor


@pytest.mark.parametrize(
    ("which", "chosen"),
    [
        (0, [[0, 0], [0, 1], [0, 2]]),
        (-1, [[1, 0], [1, 1], [1, 2]]),
        ((1, 2), [[1, 2]]),
        ((0, slice(1, None)), [[0, 1], [0, 2]]),
        ((..., 0), [[0, 0], [1, 0]]),
        (([0, 1], [2, 0]), [[0, 2], [1, 0]]),
        ([1, 1], [[1, 0], [1, 1], [1, 2]]),
        (range(1), [[0, 0], [0, 1], [0, 2]]),
        (np.array([1]), [[1, 0], [1, 1], [1, 2]]),
        (torch.tensor([[True, False, False], [False, False, True]]), [[0, 0], [1, 2]]),
        ([[True, False, False], [False, False, True]], [[0, 0], [1, 2]]),
        (torch.tensor([False, True]), [[1, 0], [1, 1], [1, 2]]),
    ],
    ids=str,
)
def test_elements_are_written_as_in_brackets(which, chosen):
    x = torch.ones(2, 3)
    whygrad.enable(x, which)
    x.sum().backward()
    assert x.grad.nonzero().tolist() == chosen


def test_keywords_choose_as_for_a_module():
    x = torch.ones(2, 3)
    whygrad.enable(x, rows=[1])
    y = torch.ones(2, 3)
    whygrad.enable(y, elements=(1, 1))
    (x.sum() + y.sum()).backward()
    assert x.grad.tolist() == [[0.0] * 3, [1.0] * 3]
    assert y.grad.sum() == 1 == y.grad[1, 1]


def test_an_infinite_gradient_elsewhere_does_no_harm():
    x = torch.tensor([1.0, 0.0])
    whygrad.enable(x, 0)
    x.sqrt().sum().backward()
    assert x.grad.tolist() == [0.5, 0.0]


def test_a_gradient_that_is_there_already_is_zero_elsewhere():
    x = torch.ones(3, requires_grad=True)
    x.sum().backward()
    whygrad.enable(x, [2])
    assert x.grad.tolist() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("name", ["SGD", "Adam", "LBFGS"])
def test_a_step_with_a_closure_computes_with_the_whole_tensor(name):
    tensor = START.clone()
    whygrad.enable(tensor, (0, 2))
    optimizer = getattr(torch.optim, name)([tensor], lr=0.1)
    seen = []

    def closure():
        optimizer.zero_grad()
        loss = loss_of(tensor)
        loss.backward()
        seen.append((tensor[0, 2].item(), optimizer.param_groups[0]["params"][0] is tensor))
        return loss

    for _ in range(3):
        optimizer.step(closure)
    assert len({value for value, _ in seen}) == len(seen) >= 3
    assert all(is_tensor for _, is_tensor in seen)
    assert (bits(tensor) != bits(START)).nonzero().tolist() == [[0, 2]]


def test_second_derivatives_go_through():
    x = torch.tensor([1.0, 2.0])
    whygrad.enable(x, 0)
    (first,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    assert first.tolist() == [3.0, 0.0]
    assert second.tolist() == [6.0, 0.0]


def test_two_tensors_in_several_groups_are_kept_apart():
    x, y, plain = torch.ones(3), torch.ones(2, 2), torch.ones(2, requires_grad=True)
    whygrad.enable(x, 1)
    whygrad.enable(y, (1, 1))
    optimizer = torch.optim.AdamW([{"params": [plain, x]}, {"params": [y], "lr": 0.5}], lr=0.1)
    train(optimizer, lambda: x.sum() * y.sum() * plain.sum(), steps=3)
    assert (x != 1).nonzero().tolist() == [[1]]
    assert (y != 1).nonzero().tolist() == [[1, 1]]
    assert (plain != 1).all()
    assert optimizer.state[y]["exp_avg"].shape == (1,)


def test_undoing_leaves_a_plain_tensor():
    x = torch.ones(3)
    handle = whygrad.enable(x, 0)
    handle.remove()
    handle.remove()  # as with torch's own handles, once more does no harm
    assert not x.requires_grad
    y = torch.ones(3, requires_grad=True)
    with whygrad.enable(y, 0):
        y.sum().backward()
    y.sum().backward()
    assert y.grad.tolist() == [2.0, 1.0, 1.0]


def test_no_hook_is_left_when_nothing_is_enabled():
    gc.collect()
    before = len(optimizer_module._global_optimizer_pre_hooks) - len(enable_tensor._step_hooks) // 2
    x = torch.ones(3)
    whygrad.enable(x, 0)
    assert len(optimizer_module._global_optimizer_pre_hooks) == before + 1
    whygrad.enable(x, False)
    assert len(optimizer_module._global_optimizer_pre_hooks) == before


def test_it_can_be_saved_and_its_copy_is_a_plain_tensor():
    x = torch.ones(3)
    whygrad.enable(x, 0)
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.save(x, file)
        copied = copy.deepcopy(x)
    copied.sum().backward()
    assert copied.grad.tolist() == [1.0, 1.0, 1.0]


def test_a_complex_tensor_can_be_chosen_from():
    x = torch.ones(3, dtype=torch.complex64)
    whygrad.enable(x, 1)
    x.abs().sum().backward()
    assert x.grad.nonzero().tolist() == [[1]]


def test_a_parameter_taken_as_a_tensor_stays_the_module_s_own():
    module = nn.Linear(2, 2)
    whygrad.enable(module.weight, (0, 0))
    module(torch.ones(1, 2)).sum().backward()
    assert module.weight.grad.nonzero().tolist() == [[0, 0]]
