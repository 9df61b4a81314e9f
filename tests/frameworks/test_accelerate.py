"""Accelerate and Lightning's Fabric leave the loop to the program: `watch` is all that they need."""

from __future__ import annotations

import pytest
import torch
from torch import nn

import whygrad
from tests.frameworks.later import Later

accelerate, fabric = Later("accelerate"), Later("lightning.fabric")
pytestmark = pytest.mark.filterwarnings("ignore")


class Net(nn.Module):
    def __init__(self, cut: bool) -> None:
        super().__init__()
        self.cut = cut
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 1)

    def forward(self, x):
        hidden = self.body(x).relu()
        return self.head(hidden.detach() if self.cut else hidden)


def trained_by_accelerate(net: Net) -> None:
    accelerator = accelerate.Accelerator(cpu=True)
    model, optimizer = accelerator.prepare(net, torch.optim.SGD(net.parameters(), lr=0.1))
    for _ in range(4):
        error = model(torch.randn(8, 4)).pow(2).mean()
        accelerator.backward(error)
        optimizer.step()
        optimizer.zero_grad()
    accelerator.backward(model(torch.randn(8, 4)).pow(2).mean())


def trained_by_fabric(net: Net) -> None:
    runner = fabric.Fabric(accelerator="cpu", devices=1)
    model, optimizer = runner.setup(net, torch.optim.SGD(net.parameters(), lr=0.1))
    for _ in range(4):
        error = model(torch.randn(8, 4)).pow(2).mean()
        runner.backward(error)
        optimizer.step()
        optimizer.zero_grad()
    runner.backward(model(torch.randn(8, 4)).pow(2).mean())


TRAININGS = pytest.mark.parametrize("train", [trained_by_accelerate, trained_by_fabric])


@TRAININGS
def test_a_cut_is_told(train):
    net = Net(cut=True)
    with whygrad.watch() as session:
        train(net)
    with pytest.raises(AssertionError, match=r"hidden\.detach\(\)"):
        whygrad.expect_gradients(net)
    assert [d.cause for _, d in session.diagnoses()] == ["detached-tensor"]
    assert "cuts the path from\n    `error`" in str(session.why(net))


@TRAININGS
def test_a_healthy_training_gets_silence(train):
    net = Net(cut=False)
    with whygrad.watch() as session:
        train(net)
    whygrad.expect_gradients(net)
    assert session.diagnoses() == []
