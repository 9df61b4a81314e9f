"""What is gone is not taken for what came into its memory later."""

from __future__ import annotations

from itertools import count

import torch

import whygrad
from whygrad.evidence.steps import OptimizerRun


def train(parameters: list[torch.nn.Parameter], steps: int) -> set[int]:
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for _ in range(steps):
        sum(p.sum() for p in parameters).backward()
        optimizer.step()
    return {id(p) for p in parameters}


def parameter_at(addresses: set[int]) -> torch.nn.Parameter:
    others = []
    for _ in count():
        parameter = torch.nn.Parameter(torch.ones(3))
        if id(parameter) in addresses:
            return parameter
        others.append(parameter)


def optimizers() -> list[OptimizerRun]:
    found = [run for recording in whygrad._latest.silent() for run in recording.evidence]
    return [run for run in found if isinstance(run, OptimizerRun)]


def test_an_address_that_is_used_again_is_no_shared_parameter():
    with whygrad.watch():
        gone = train([torch.nn.Parameter(torch.ones(3)) for _ in range(64)], steps=1)
        train([parameter_at(gone)], steps=0)
    assert [(run.steps, run.shared) for run in optimizers()] == [(1, False), (0, False)]


def test_a_parameter_that_two_optimizers_held_is_shared_also_when_it_is_gone():
    with whygrad.watch():
        parameter = torch.nn.Parameter(torch.ones(3))
        train([parameter], steps=1)
        train([parameter], steps=0)
        del parameter
    assert [(run.steps, run.shared) for run in optimizers()] == [(1, False), (0, True)]
