"""Closures of LBFGS: what is left of the gradients of the call before."""

from __future__ import annotations

import pytest
import torch

import whygrad
from whygrad.record.watchers.ledger import closure_passes
from whygrad.record.watchers.ledger.closure_passes import ClosurePasses


def found(clear) -> tuple[bool, bool]:
    with whygrad.watch():
        w = torch.nn.Parameter(torch.rand(4))
        optimizer = torch.optim.LBFGS([w], max_iter=4)

        def closure() -> torch.Tensor:
            clear(optimizer, w)
            loss = (w - 3).pow(4).sum()
            loss.backward()
            return loss

        for _ in range(2):
            optimizer.step(closure)
        (watcher,) = (s for s in whygrad._latest.recorder.watching.all if isinstance(s, ClosurePasses))
        (seen,) = watcher._closures.values()
        return seen.added > 0, seen.clean > 0


def by_hand(optimizer: torch.optim.Optimizer, w: torch.Tensor) -> None:
    if w.grad is not None:
        w.grad.zero_()


def anew(optimizer: torch.optim.Optimizer, w: torch.Tensor) -> None:
    w.grad = torch.zeros_like(w)


CLEARING = {
    "not": (lambda optimizer, w: None, (True, False)),
    "by the optimizer": (lambda optimizer, w: optimizer.zero_grad(), (False, True)),
    "by zeros": (lambda optimizer, w: optimizer.zero_grad(set_to_none=False), (False, True)),
    "by hand": (by_hand, (False, True)),
    "by others": (anew, (False, True)),
}


@pytest.mark.parametrize("how", CLEARING)
@pytest.mark.parametrize("device", [False, True])
def test_what_a_closure_leaves_is_known_without_waiting_for_a_device(how, device, monkeypatch):
    if device:
        monkeypatch.setattr(closure_passes, "_is_near", lambda gradient: False)
    assert found(CLEARING[how][0]) == CLEARING[how][1]


class Own(dict):
    """One that tells nobody what it holds."""

    def values(self):
        raise AssertionError

    get = values


def test_the_state_of_an_optimizer_is_read_past_methods_of_the_programs():
    optimizer = torch.optim.LBFGS([torch.nn.Parameter(torch.rand(4))])
    optimizer.state = Own(w=Own(func_evals=3))
    assert closure_passes.calls_of_closure(optimizer) == 3
