"""Parameters that are others than they were when a watcher kept something of them."""

from __future__ import annotations

import pytest
import torch

import whygrad


def step(w: torch.nn.Parameter, optimizer: torch.optim.Optimizer) -> None:
    optimizer.zero_grad()
    (w * torch.rand(w.shape, device=w.device)).pow(2).sum().backward()
    optimizer.step()


@pytest.mark.parametrize("write", ["fill_", "uniform_"])
def test_a_parameter_may_get_another_shape_between_two_writes(write):
    with whygrad.watch():
        w = torch.nn.Parameter(torch.rand(4))
        optimizer = torch.optim.SGD([w], lr=0.1)
        for size in (4, 6, 3, 8, 2):
            (w * 2).sum().backward()
            w.grad, w.data = None, torch.rand(size)
            for _ in range(3):
                step(w, optimizer)
            with torch.no_grad():
                getattr(w, write)(0.5)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no device")
@pytest.mark.parametrize("write", ["fill_", "uniform_"])
def test_a_parameter_may_be_moved_to_a_device_between_two_writes(write):
    with whygrad.watch():
        w = torch.nn.Parameter(torch.rand(4))
        optimizer = torch.optim.SGD([w], lr=0.1)
        for device in ("cpu", "cpu", "cuda", "cuda", "cpu"):
            (w * 2).sum().backward()
            w.grad, w.data = None, w.data.to(device)
            for _ in range(3):
                step(w, optimizer)
            with torch.no_grad():
                getattr(w, write)(0.5)
