"""`why` of a parameter whose gradient is there, but not from the latest pass."""

from __future__ import annotations

from collections import deque

import pytest
import torch
from torch import nn

import whygrad

LEFT = "left over from an earlier backward pass"


@pytest.fixture(autouse=True)
def nothing_was_watched(monkeypatch):
    monkeypatch.setattr(whygrad, "_latest", None)
    monkeypatch.setattr(whygrad, "_earlier", deque(maxlen=3))


def causes(subject) -> list[str]:
    return [finding.cause for finding in whygrad.why(subject).findings]


def trained(*modules: nn.Module) -> torch.optim.Optimizer:
    """All of them have got a gradient, and have moved."""
    optimizer = torch.optim.SGD([p for m in modules for p in m.parameters()], lr=0.1)
    h = torch.ones(2, 3)
    for module in modules:
        h = module(h)
    h.sum().backward()
    optimizer.step()
    return optimizer


@pytest.mark.parametrize("steps_after", [False, True])
def test_a_pass_that_did_not_reach_it_is_explained_although_a_gradient_is_there(steps_after):
    with whygrad.watch():
        body, head = nn.Linear(3, 3), nn.Linear(3, 1)
        optimizer = trained(body, head)
        assert "got a gradient" in str(whygrad.why(body.weight))
        head(body(torch.ones(2, 3)).detach()).sum().backward()
        if steps_after:
            optimizer.step()
        for subject in (body.weight, body):
            assert causes(subject) == ["detached-tensor"]
            assert LEFT in str(whygrad.why(subject))
        assert "got a gradient" in str(whygrad.why(head.weight))
        assert causes(head) == []
        whygrad.expect_gradients(body)  # it has one
        optimizer.zero_grad()
        head(body(torch.ones(2, 3))).sum().backward()
        assert "got a gradient" in str(whygrad.why(body.weight))


def test_a_pass_that_failed_left_what_was_there():
    with whygrad.watch():
        body, head = nn.Linear(3, 3), nn.Linear(3, 1)
        trained(body, head)
        with pytest.raises(RuntimeError, match="does not require grad"):
            head(body(torch.ones(2, 3))).detach().sum().backward()
        for subject in (body.weight, head.weight, head):
            assert causes(subject) == ["detached-tensor"]
            assert LEFT in str(whygrad.why(subject))
        with pytest.raises(AssertionError, match="detached-tensor"):
            whygrad.expect_gradients(body.weight)


def test_a_pass_that_failed_on_its_way_is_said_to_have_failed():
    with whygrad.watch():
        w = torch.ones(3, requires_grad=True)
        w.sum().backward()
        y = w.exp()
        y.add_(1)
        with pytest.raises(RuntimeError, match="inplace"):
            y.sum().backward()
        assert "the backward pass failed" in str(whygrad.why(w))


def test_what_the_latest_loss_did_not_use_is_not_called_unused_in_the_run():
    with whygrad.watch():
        body, head = nn.Linear(3, 3), nn.Linear(3, 1)
        trained(body, head)
        head(torch.ones(2, 3)).sum().backward()
        assert str(whygrad.why(body.weight)) == (
            "`body.weight` was not used by the latest loss; the gradient of `body.weight` is " + LEFT
        )
        assert str(whygrad.why(body)) == (
            "not used by the latest loss: `body.weight`, `body.bias`; "
            "the gradients of `body.weight`, `body.bias` are " + LEFT
        )


def test_a_gradient_that_was_set_by_hand_is_not_called_left_over():
    with whygrad.watch():
        body, head = nn.Linear(3, 3), nn.Linear(3, 1)
        head(body(torch.ones(2, 3)).detach()).sum().backward()
        body.weight.grad = torch.ones(3, 3)
        answer = str(whygrad.why(body.weight))
        assert "`body.weight` has a gradient, but not from the latest backward pass" in answer
        assert LEFT not in answer


def test_several_losses_of_one_step_belong_together():
    with whygrad.watch():
        first, second = nn.Linear(3, 1), nn.Linear(3, 1)
        optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            first(torch.ones(2, 3)).sum().backward()
            second(torch.ones(2, 3)).sum().backward()
            assert "got a gradient" in str(whygrad.why(first.weight))
            optimizer.step()
            assert "got a gradient" in str(whygrad.why(first.weight))
            assert "got a gradient" in str(whygrad.why(first))


def test_without_an_optimizer_the_last_pass_is_meant():
    with whygrad.watch():
        w, v = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
        (w * v).sum().backward()
        (w.detach() * v).sum().backward()
        assert causes(w) == ["detached-tensor"]
        assert LEFT in str(whygrad.why(w))


def test_gradients_that_are_returned_and_set_by_hand_are_of_the_latest_pass():
    with whygrad.watch():
        w, v = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
        (w * v).sum().backward()
        (w.grad,) = torch.autograd.grad((w * 2).sum(), w)
        assert "got a gradient" in str(whygrad.why(w))


def test_a_model_that_was_cut_is_explained_however_long_another_was_trained_since():
    x = torch.ones(2, 3)
    body, head, other = nn.Linear(3, 3), nn.Linear(3, 1), nn.Linear(3, 1)
    optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
    others = torch.optim.SGD(other.parameters(), lr=0.1)
    with whygrad.watch():
        for _ in range(2):
            optimizer.zero_grad()
            head(body(x).detach()).pow(2).sum().backward()
            optimizer.step()
        for _ in range(12):
            others.zero_grad()
            other(x).pow(2).sum().backward()
            others.step()
    for subject in (body, body.weight, nn.Sequential(body, head)):
        assert causes(subject) == ["detached-tensor"]
        with pytest.raises(AssertionError, match="detached-tensor"):
            whygrad.expect_gradients(subject)
    assert causes(other) == causes(head) == []
    whygrad.expect_gradients(head)


def test_what_no_loss_used_is_said_to_be_idle_whatever_ran_since():
    idle, other = nn.Linear(3, 1), nn.Linear(3, 1)
    with whygrad.watch():
        idle(torch.ones(2, 3))
        other(torch.ones(2, 3)).sum().backward()
    assert causes(idle) == ["idle-parameter"]
