"""Writes that go on for ever are looked at a few times, and writes of many tensors are no writes of one."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import nn

import whygrad
from whygrad.record.copying import zero_values
from whygrad.record.seam import torch_api
from whygrad.record.special import overwriting
from whygrad.record.watchers.ledger import lost_loads, snapped_values

STEPS = 60


@pytest.fixture
def heard(monkeypatch) -> list[object]:
    """What watchers heard of as written."""
    told: list[object] = []
    made = overwriting.Written
    monkeypatch.setattr(overwriting, "Written", lambda *args: told.append(args) or made(*args))
    return told


def counted(monkeypatch, module) -> list[object]:
    """What a watcher took samples of."""
    taken: list[object] = []
    sample = module._sample
    monkeypatch.setattr(module, "_sample", lambda of: taken.append(of) or sample(of))
    return taken


def train(model: nn.Module, after, steps: int = STEPS) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.zero_grad()
        model(torch.ones(2, 8)).square().sum().backward()
        optimizer.step()
        after(step)


def test_an_average_of_many_parameters_is_heard_of_for_each(heard):
    with whygrad.watch():
        params = [torch.ones(2, requires_grad=True) for _ in range(100)]
        averages = [p.detach().clone() for p in params]
        for _ in range(2):
            for average, p in zip(averages, params, strict=True):
                average.mul_(0.9).add_(p.detach(), alpha=0.1)
    assert len(heard) == 400


def test_of_a_tensor_that_is_filled_the_first_writes_are_heard_of(heard):
    with whygrad.watch():
        one, other = torch.zeros(200), torch.zeros(200)
        for i in range(200):
            for filled in (one, other):
                filled[i] = i
    assert len(heard) < 150


def test_a_target_that_follows_at_every_step_is_left_alone(monkeypatch):
    with whygrad.watch():
        model = nn.Linear(8, 64)
        target = copy.deepcopy(model)

        def follow(step: int) -> None:
            if step == STEPS // 2:
                taken.clear()
            for t, p in zip(target.parameters(), model.parameters(), strict=True):
                t.data.copy_(0.1 * p.data + 0.9 * t.data)

        taken = counted(monkeypatch, lost_loads)
        train(model, follow)
    assert not taken


def test_weights_that_are_clamped_at_every_step_are_left_alone(monkeypatch):
    with whygrad.watch():
        model = nn.Linear(8, 64)
        taken = counted(monkeypatch, snapped_values)

        def clamp(step: int) -> None:
            for p in model.parameters():
                p.data.clamp_(-0.01, 0.01) if step % 2 else p.data.clamp_(-0.3, 0.3)
            if step == 40:
                taken.clear()

        train(model, clamp)
    assert not taken


@pytest.mark.parametrize(
    "tensor",
    [
        torch.randn(3, 4, 5, 6),
        torch.randn(3, 4, 5, 6).to(memory_format=torch.channels_last),
        torch.randn(40, 9).t(),
        torch.randn(40, 9)[3:, 2:7],
        torch.randn(7, 1).expand(7, 5),
        torch.randn(1),
        torch.tensor(2.0),
    ],
)
@pytest.mark.parametrize(("step", "most"), [(1, 1024), (1, 8), (7, 16)])
def test_spread_elements_are_those_of_the_flat_tensor(tensor, step, most):
    assert torch.equal(torch_api.spread(tensor, step, most), tensor.reshape(-1)[::step][:most])


def test_values_inside_of_a_transform_are_not_asked_for_zeros():
    asked: list[object] = []

    def inside(x: torch.Tensor) -> torch.Tensor:
        asked.append(zero_values._only_value(x))
        return x

    torch.func.vmap(inside)(torch.zeros(3, 2))
    assert asked == [None]
    assert zero_values._only_value(torch.zeros(3)) == 0
    assert zero_values._only_value(torch.full((3,), 2.0)) == 2.0
    assert zero_values._only_value(torch.arange(3)) is zero_values.VARIED
    assert zero_values._only_value(torch.zeros(3, device="meta")) is None
