"""Models, optimizers and data from before `watch()`: where they were made is unknown, and nothing rests on it."""

from __future__ import annotations

import re
import unittest

import pytest
import torch
from torch import nn

import whygrad


class Net(nn.Module):
    def __init__(self, cut: bool = False) -> None:
        super().__init__()
        self.body, self.head, self.gain = nn.Linear(3, 3), nn.Linear(3, 1), nn.Parameter(torch.ones(1))
        self.register_buffer("mask", torch.ones(3))
        self.cut = cut

    def forward(self, x):
        h = self.body(x) * self.mask
        return self.head(h.detach() if self.cut else h) * self.gain


def causes(explanation) -> list[str]:
    return [finding.cause for finding in explanation.findings]


@pytest.fixture
def net() -> Net:
    return Net()


@pytest.fixture
def batch() -> torch.Tensor:
    return torch.randn(4, 3)


def test_a_model_made_before_is_healthy_where_all_of_it_got_a_gradient(net, batch):
    with whygrad.watch():
        net(batch).pow(2).mean().backward()
        whygrad.expect_gradients(net)
    assert causes(whygrad.why(net)) == []


def test_so_is_one_that_an_optimizer_made_before_steps(net, batch):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    with whygrad.watch():
        for _ in range(3):
            optimizer.zero_grad()
            net(batch).pow(2).mean().backward()
            optimizer.step()
        whygrad.expect_gradients(net)


def test_a_cut_in_a_model_made_before_is_named(batch):
    net = Net(cut=True)
    with whygrad.watch():
        net(batch).pow(2).mean().backward()
    answer = whygrad.why(net)
    assert causes(answer) == ["detached-tensor"]
    assert set(answer.findings[0].lost) == {"net.body.weight", "net.body.bias"}


def test_a_layer_that_nothing_uses_is_told_without_a_line_that_created_it(batch):
    net = Net()
    net.spare = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for stepped in (optimizer.step, lambda: None):
        with whygrad.watch():
            net(batch).mean().backward()
            stepped()
        told = whygrad.why(net)
        assert causes(told) == ["idle-parameter"]
        assert "`net.spare.weight` and 1 more" in str(told)
        assert "-->" not in str(told) and "created here" not in str(told)


def test_a_layer_that_is_made_in_forward_is_still_told(batch):
    class Late(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.head = nn.Linear(3, 1)

        def forward(self, x):
            if not hasattr(self, "late"):
                self.late = nn.Linear(3, 3)
            return self.head(self.late(x))

    net = Late()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    with whygrad.watch():
        for _ in range(2):
            optimizer.zero_grad()
            net(batch).pow(2).mean().backward()
            optimizer.step()
        assert causes(whygrad.why(net)) == ["made-in-forward"]


def test_a_frozen_model_made_before_was_frozen_nobody_knows_where(net, batch):
    net.requires_grad_(False)
    with whygrad.watch():
        loss = net(batch).mean()
        answer = whygrad.why(loss)
    assert causes(answer) == ["frozen-parameter"]
    assert "frozen here" not in str(answer)
    assert "first seen here, already frozen" in re.sub(r"[\s|]+", " ", str(answer))


def test_a_tensor_made_before_is_not_called_by_what_its_first_user_is_called():
    def holding(weight):
        return lambda: weight

    held = holding(torch.ones(3, requires_grad=True))
    with whygrad.watch():
        scaled = held() * 2
        loss = scaled.detach().sum()
        answer = whygrad.why(loss)
    assert causes(answer) == ["detached-tensor"]
    assert "scaled" not in answer.findings[0].lost


def test_a_plain_tensor_made_before_gets_no_edit_of_the_line_that_used_it_first():
    x = torch.ones(3)
    with whygrad.watch():
        loss = torch.empty_like(x, requires_grad=False).copy_(x).sum()
        answer = whygrad.why(loss)
    assert causes(answer) == ["leaf-without-grad"]
    assert "requires_grad=True).copy_" not in str(answer)


class InASetUp(unittest.TestCase):
    def setUp(self) -> None:
        self.net, self.batch = Net(), torch.randn(4, 3)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def test_a_model_of_the_test_case_is_healthy(self) -> None:
        with whygrad.watch():
            self.net(self.batch).pow(2).mean().backward()
            self.optimizer.step()
            whygrad.expect_gradients(self.net)
