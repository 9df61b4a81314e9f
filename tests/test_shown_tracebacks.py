"""Tracebacks as pytest and IPython show them: they walk the entries themselves, and leave out what is hidden."""

from __future__ import annotations

import copy
import os
import sys
import traceback
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

import whygrad
from tests.programs import run_program

OURS = os.path.dirname(whygrad.__file__) + os.sep


class Failing(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, where):
        ctx.where = where
        if where == "forward":
            raise LookupError("in forward")
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        raise LookupError("in backward")


class Layer(nn.Module):
    def forward(self, x):
        raise LookupError("in a module")


@torch.no_grad()
def without_gradients():
    raise LookupError("in a decorated function")


def fail(*_):
    raise LookupError("in a function of the program's")


def hooked():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.register_hook(fail)
    y.sum().backward()


def stepped():
    torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=0.1).step(fail)


def w() -> torch.Tensor:
    return torch.ones(2, requires_grad=True)


def clipped():
    x = w()
    (x * float("nan")).sum().backward()
    nn.utils.clip_grad_norm_([x], 1.0, error_if_nonfinite=True)


ERRORS = {
    "a call": lambda: torch.ones(2) @ torch.ones(3),
    "a method": lambda: torch.ones(2).view(7),
    "a function in Python": lambda: torch.nn.functional.cross_entropy(torch.ones(2), torch.ones(9)),
    "a layer": lambda: nn.Linear(2, 2)(torch.ones(3)),
    "a module of the program": lambda: nn.Sequential(Layer())(torch.ones(2)),
    "backward": lambda: w().detach().sum().backward(),
    "autograd.grad": lambda: torch.autograd.grad(w().sum(), w()),
    "forward of a Function": lambda: Failing.apply(w(), "forward"),
    "backward of a Function": lambda: Failing.apply(w(), "backward").sum().backward(),
    "a hook": hooked,
    "a closure": stepped,
    "an optimizer": lambda: torch.optim.SGD([], lr=0.1),
    "a decorated function": without_gradients,
    "a checkpoint": lambda: torch.utils.checkpoint.checkpoint(fail, w(), use_reentrant=False),
    "an array": lambda: torch.from_numpy(np.array(["a"])),
    "an export": lambda: w().numpy(),
    "a number": lambda: w().item(),
    "a branch": lambda: bool(w()),
    "an index": lambda: w()[9],
    "a written element": lambda: w().__setitem__(9, 1),
    "a flag": lambda: setattr(w() * 2, "requires_grad", False),
    "data": lambda: setattr(w(), "data", 3),
    "a gradient": lambda: setattr(w(), "grad", torch.ones(7)),
    "a parameter": lambda: nn.Parameter(torch.ones(2, dtype=torch.int64)),
    "a refused hook": lambda: torch.ones(2).register_hook(fail),
    "a deep copy": lambda: copy.deepcopy(w() * 2),
    "clipping": clipped,
    "a state": lambda: nn.Linear(2, 2).load_state_dict({}),
    "a transform": lambda: torch.func.grad(fail)(torch.ones(())),
    "a registered module": lambda: nn.Linear(2, 2).add_module("a.b", nn.ReLU()),
}


def shown(error: BaseException) -> list[str]:
    """The functions of ours that a traceback shows, as pytest and IPython decide it."""
    entry, found = error.__traceback__, []
    while entry is not None:
        code = entry.tb_frame.f_code
        if code.co_filename.startswith(OURS) and not entry.tb_frame.f_locals.get("__tracebackhide__"):
            found.append(f"{code.co_filename.removeprefix(OURS)}:{code.co_name}")
        entry = entry.tb_next
    return found


@pytest.mark.parametrize("what", ERRORS)
def test_an_error_that_stays_in_the_block_shows_no_frame_of_ours(what):
    with whygrad.watch(), pytest.raises(Exception) as caught:
        ERRORS[what]()
    assert shown(caught.value) == []


def test_what_we_raise_ourselves_ends_at_the_call():
    with whygrad.watch():
        model = nn.Linear(3, 1)
        with pytest.raises(RuntimeError):
            model(torch.ones(2, 3)).detach().sum().backward()
        with pytest.raises(AssertionError) as caught:
            whygrad.expect_gradients(model)
        assert shown(caught.value) == []
        for ask in (whygrad.why, lambda x: whygrad.grad(x, x), lambda x: whygrad.paths(x, x), whygrad.enable):
            with pytest.raises((TypeError, ValueError)) as caught:
                ask("no tensor")
            assert shown(caught.value) == []


SUITE = """
import pytest, torch, whygrad

@pytest.fixture
def watched():
    with whygrad.watch():
        yield

def test_a_layer(watched):
    torch.nn.Linear(2, 2)(torch.ones(3))

def test_a_pass(watched):
    torch.ones(2, requires_grad=True).detach().sum().backward()

def test_that_nothing_learns():
    with whygrad.watch():
        layer = torch.nn.Linear(2, 1)
        (layer.weight * 2).sum().backward()
        whygrad.expect_gradients(layer)
"""


@pytest.mark.parametrize("style", ["long", "short"])
def test_pytest_shows_the_programs_lines_alone(tmp_path: Path, style: str):
    (tmp_path / "test_suite.py").write_text(SUITE)
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", f"--tb={style}", "test_suite.py")
    done = run_program(tmp_path, tmp_path / "out", *words)
    assert "3 failed" in done.stdout, done
    assert OURS not in done.stdout and os.path.relpath(OURS, tmp_path) not in done.stdout
    assert "src/whygrad" not in done.stdout


def test_ipython_shows_the_programs_lines_alone():
    ultratb = pytest.importorskip("IPython.core.ultratb")
    with whygrad.watch():
        try:
            nn.Linear(2, 2)(torch.ones(3))
        except RuntimeError:
            text = ultratb.VerboseTB(theme_name="nocolor").text(*sys.exc_info())
    assert "mat1" in text or "size mismatch" in text
    assert OURS not in text


def test_a_function_of_torchs_that_chooses_between_two_is_shown_once():
    def lines() -> list[str]:
        try:
            nn.functional.max_pool1d(torch.ones(1, 1, 1, 0, 2), 2)
        except RuntimeError:
            return [line for line in traceback.format_exc().splitlines() if line.startswith("  File")][1:]
        raise AssertionError("this shape is refused")

    plain = lines()
    with whygrad.watch():
        assert lines() == plain
    with pytest.raises(RuntimeError) as leaves, whygrad.watch():
        nn.functional.max_pool1d(torch.ones(1, 1, 1, 0, 2), 2)
    assert [entry.name for entry in traceback.extract_tb(leaves.tb)][1:] == ["fn", "_max_pool1d"]
