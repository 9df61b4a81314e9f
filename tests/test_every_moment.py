"""An exception that is raised into our code reaches the program, at whatever line, and nothing stays switched.

A tracer raises it, at random ones of the places that run, and where we switch something: alarms wait for our code to be
over, and an exception of another thread meets few of the moments at which it may come. `WHYGRAD_ALARMS` is the number.
"""

from __future__ import annotations

import ast
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import pytest
import torch
from torch import nn

import whygrad
from whygrad.record import hotpath

SOURCE = Path(whygrad.__file__).parent
OURS = str(SOURCE) + os.sep
MOMENTS = int(os.environ.get("WHYGRAD_ALARMS", "150")) // 10


# Where torch is switched for us, and where we catch what torch raises.
SWITCHING = {"__enter__", "__exit__", "call_untold", "look_at", "requires_grad", "node_of", "gradient_of", "address_of"}


class Timeout(RuntimeError):
    """Of a class that our own code catches, where torch raises it."""


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> torch.Tensor:
        return grad * 2


class AtOneMoment:
    """Counts the calls and lines of our code, and raises at one of them."""

    def __init__(self, moment: int) -> None:
        self.moment, self.count, self.where = moment, 0, ("", "", 0)
        self.moments: dict[tuple[str, str, int, str], list[int]] = {}  # of each place, where it raises nothing

    def __call__(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any] | None:
        return self._met(frame, event, argument) if frame.f_code.co_filename.startswith(OURS) else None

    def _met(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        if event in ("call", "line"):
            self.count += 1
            at = (frame.f_code.co_filename, frame.f_code.co_name, frame.f_lineno)
            if self.moment < 0:
                self.moments.setdefault((*at, event), []).append(self.count)
            if self.count == self.moment:
                sys.settrace(None)
                self.where = at
                raise Timeout
        return self._met


def train(net: nn.Module, x: torch.Tensor) -> None:
    out = Doubled.apply(net(x))
    loss = (out * out).mean() + nn.functional.mse_loss(out, torch.zeros_like(out))
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    x[0] = loss.item()
    with torch.no_grad():
        bool(x.sum() > 0)


def switches() -> tuple[object, ...]:
    modes = [torch._C._get_function_stack_at(i) for i in range(torch._C._len_torch_function_stack())]
    return torch._C._is_torch_function_enabled(), torch.is_grad_enabled(), torch.is_inference_mode_enabled(), modes


def interrupted(moment: int, lost: list[Any]) -> tuple[AtOneMoment, str]:
    """A step with an exception at one moment, and one without; what is wrong afterwards."""
    torch.manual_seed(0)
    net, x, raising = (
        nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)),
        torch.randn(16, 4),
        AtOneMoment(moment),
    )
    raised = False
    with whygrad.watch(keep_bytes=0):
        before = switches()
        sys.settrace(raising)
        try:
            train(net, x)
        except Timeout as error:
            raised = True
            if is_torchs_own(error.__traceback__):
                torch._C._set_grad_enabled(True)
        finally:
            sys.settrace(None)
        after, recorder = switches(), whygrad._latest.recorder
        _switch_on()
        if after != before:
            return raising, f"switched: {after}"
        if recorder.broken is not None:
            return raising, f"recording has ended: {recorder.broken!r}"
        train(net, x)
        if not recorder.origins.get(net[0].weight * 2).parents:
            return raising, "it records no more"
    never_came = not raising.where[0]  # how much of our code runs differs a little from run to run
    return raising, "" if raised or never_came or lost else "swallowed"


def is_torchs_own(traceback: TracebackType | None) -> bool:
    """Has it kept torch from switching gradients? Torch's own `no_grad` is not safe from exceptions at any moment."""
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == torch.autograd.grad_mode.__file__:
            return True
        traceback = traceback.tb_next
    return False


def _switch_on() -> None:
    torch._C._set_grad_enabled(True)
    if not torch._C._is_torch_function_enabled():
        torch._C._set_torch_function_state(torch._C._TorchFunctionState.ENABLED)


@pytest.fixture
def lost(monkeypatch) -> list[Any]:
    """Python throws into a generator that nobody goes on with; only a tracer can raise there, and that is lost."""
    found: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: found.append(what.object))
    return found


@pytest.mark.parametrize("part", ["compiled", "python"])
def test_nothing_is_lost_and_nothing_stays_switched_wherever_it_is_raised(part, lost, monkeypatch):
    if part == "python":
        monkeypatch.setattr(hotpath, "compiled", None)
    elif hotpath.compiled is None:
        pytest.skip("there was no compiler")
    places = interrupted(-1, lost)[0].moments
    assert len(places) > 500
    switching = [moments for (_, name, *_), moments in places.items() if name in SWITCHING]
    assert len(switching) > 10
    chosen = [*switching, *random.sample(list(places.values()), MOMENTS)]
    wrong = []
    for moment in (random.choice(moments) for moments in chosen):
        lost.clear()
        raising, what = interrupted(moment, lost)
        if what:
            wrong.append((moment, *raising.where, what))
    assert not wrong


# -- what catches it -------------------------------------------------------------------------------------------------

WIDE = {"BaseException", "Exception", "RuntimeError", "OSError", "ValueError", "NotImplementedError"}
HANDING_ON = {"hand_on", "fail", "is_interruption"}
# What else becomes of it.
ALLOWED = {
    "record/seam/torch_aside.py: aside": "raised again in the program's thread",
    "record/seam/torch_aside.py: run": "the same",
    "record/watchers/functions/checkpoints.py: _watched": "thrown into torch's own generator",
    "record/watchers/functions/checkpoints.py: generator": "the same",
}


def catching() -> Iterator[tuple[str, ast.ExceptHandler]]:
    """Every clause that catches widely, in code that runs inside of the program."""
    for folder in ("record", "tape"):
        for file in sorted((SOURCE / folder).rglob("*.py")):
            for function in ast.walk(ast.parse(file.read_text())):
                if isinstance(function, ast.FunctionDef):
                    where = f"{file.relative_to(SOURCE)}: {function.name}"
                    yield from ((where, n) for n in ast.walk(function) if isinstance(n, ast.ExceptHandler))


def names_in(node: ast.AST | None) -> set[str]:
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} if node is not None else set()
    return found | ({n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)} if node is not None else set())


def test_whatever_catches_widely_hands_on_what_is_not_ours():
    silent = []
    for where, clause in catching():
        caught = names_in(clause.type) or {"BaseException"}
        body = ast.Module(clause.body, [])
        handed_on = names_in(body) & HANDING_ON or any(isinstance(n, ast.Raise) for n in ast.walk(body))
        if caught & WIDE and not handed_on and where not in ALLOWED:
            silent.append(f"{where}:{clause.lineno}")
    assert not silent
