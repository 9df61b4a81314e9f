"""Tensors that are filled bit by bit while values are kept: C enters the writes, and Python enters the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.autograd import forward_ad

import whygrad
from whygrad.elements.read import NoGradient
from whygrad.record import hotpath
from whygrad.record.special.overwriting import AGAIN, OFTEN, Overwriting
from whygrad.tape.taping import Taping

compiled = pytest.mark.skipif(hotpath.compiled is None, reason="there was no compiler")
SIZE = 6


def added(x: torch.Tensor, y: torch.Tensor) -> None:
    for i in range(SIZE):
        y[i] += x[i] * x[i - 1]
        y[i] *= x[i]
        y[i].sub_(x[0], alpha=2) if i == 1 else y[i].sub_(x[0])


def copied(x: torch.Tensor, y: torch.Tensor) -> None:
    for i in range(SIZE):
        y[i].copy_(x[i] ** 2)
    y[2].fill_(3.0)
    y[3].div_(y[1])


def sliced(x: torch.Tensor, y: torch.Tensor) -> None:
    y[:] = x
    y[1:3] = x[0:2] * y[2:4]
    y[-2:] = y[:2]
    y[::2] = y[1::2] * x[0]
    square = torch.outer(x[:4], x[:4])
    square[1, :2] = square[0, 2:] * x[5]
    square[:, 2] = x[3] * square[:, 0]
    y[:4] = y[:4] * square[1] * square[2:, 2:].sum()


def without_gradients(x: torch.Tensor, y: torch.Tensor) -> None:
    with torch.no_grad():
        y[0] = x[0] * 2
        shown = y[0:2]
        shown += x[1]
        y[2:] = torch.sin(x[2:])
        y[5] = y[3] * y[4]


def inferred(x: torch.Tensor, y: torch.Tensor) -> None:
    with torch.inference_mode():
        y[0] = x[0] * 2
        made = torch.sin(x)
        made[0] = x[1] * made[2]
        made[1:3] = made[0] * x[3]
        made[4] += made[0]
        y[1:] = made[1:]


def rewritten(x: torch.Tensor, y: torch.Tensor) -> None:
    y += x
    before = y * 2
    y.mul_(before)
    y.add_(before)
    y.clamp_(0.1)
    y.exp_()


PROGRAMS = {f.__name__: f for f in (added, copied, sliced, without_gradients, inferred, rewritten)}


def derivatives(fill: Callable[[torch.Tensor, torch.Tensor], None]) -> torch.Tensor:
    # Of what requires no gradient the tape alone knows the derivative.
    with whygrad.watch():
        x = torch.linspace(0.3, 0.9, SIZE, dtype=torch.float64, requires_grad=fill is without_gradients)
        y = torch.zeros(SIZE, dtype=torch.float64)
        fill(x, y)
    found = [[derivative(y[i], x[j], fill) for j in range(SIZE)] for i in range(SIZE)]
    return torch.tensor(found, dtype=torch.float64)


def derivative(of: torch.Tensor, wrt: torch.Tensor, fill: object) -> float:
    try:
        return whygrad.grad(of, wrt, through="grad-disabled" if fill is without_gradients else None).item()
    except NoGradient:
        return 0.0  # never connected


@compiled
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_c_enters_is_what_python_enters(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_c = derivatives(PROGRAMS[name])
    monkeypatch.setattr(hotpath, "compiled", None)
    assert torch.equal(in_c, derivatives(PROGRAMS[name]))
    if name not in ("without_gradients", "inferred"):
        assert torch.allclose(in_c, by_torch(PROGRAMS[name]))


def by_torch(fill: Callable[[torch.Tensor, torch.Tensor], None]) -> torch.Tensor:
    """By forward differentiation, which follows writes in place."""
    x, columns = torch.linspace(0.3, 0.9, SIZE, dtype=torch.float64), []
    for j in range(SIZE):
        with forward_ad.dual_level():
            y = torch.zeros(SIZE, dtype=torch.float64)
            fill(forward_ad.make_dual(x, torch.eye(SIZE, dtype=torch.float64)[j]), y)
            columns.append(forward_ad.unpack_dual(y).tangent.clone())
    return torch.stack(columns, 1)


@compiled
@pytest.mark.parametrize("learns", [False, True])
@pytest.mark.parametrize("name", ["copied", "sliced", "without_gradients", "inferred", "rewritten"])
def test_python_is_asked_a_few_times_alone(name: str, learns: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """For each of torch's functions once, to learn what it does."""
    asked: list[str] = []

    def follow(method: str) -> None:
        original = getattr(Taping, method)

        def follows(self: Taping, func: Any, *args: Any) -> Any:
            asked.append(getattr(func, "__name__", method))
            return original(self, func, *args)

        monkeypatch.setattr(Taping, method, follows)

    x = torch.linspace(0.3, 0.9, SIZE, requires_grad=learns)
    with whygrad.watch():
        PROGRAMS[name](x, torch.zeros(SIZE))  # from now on torch's functions are known
        y = torch.zeros(SIZE)
        for method in ("before", "after", "after_one", "before_setting"):
            follow(method)
        PROGRAMS[name](x, y)
    assert [name for name in asked if name != "__getitem__"] == []  # whose result may have a dead tensor's id


@compiled
def test_a_line_that_moves_a_parameter_is_told_until_all_have_heard_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """And once more after another line has written there."""
    told: list[str] = []
    overwritten = Overwriting.overwritten

    def follows(self: Overwriting, func: Any, *args: Any) -> None:
        told.append(func.__name__)
        overwritten(self, func, *args)

    monkeypatch.setattr(Overwriting, "overwritten", follows)
    w = torch.nn.Parameter(torch.zeros(400))
    with whygrad.watch(), torch.no_grad():
        for i in range(400):
            w[i] -= 0.1
            if i == 199:
                before = len(told)
                w[3].zero_()
    assert before <= OFTEN + 2
    assert told[before:] == ["zero_", "sub_"]


def moved_to_and_fro(values: torch.Tensor) -> None:
    for i in range(len(values)):
        element = values[i]
        kept = element.clone()
        element.copy_(kept - 1)
        element.copy_(kept + 1)
        element.copy_(kept)


def _entered(values: torch.Tensor) -> list[tuple[str, object, str]]:
    with whygrad.watch(keep_bytes=0):
        moved_to_and_fro(values)
        recorder = whygrad._latest.recorder
        writes = [(getattr(w.op, "__name__", ""), w.frames[1]) for w in recorder.watching.tensors.writes]
        base = recorder.origins.get(values)
        return [(op, at, getattr(base.op, "__name__", "")) for op, at in writes]


@compiled
def test_a_part_that_is_moved_to_and_fro_is_entered_by_c_as_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    in_c = _entered(torch.zeros(50))
    monkeypatch.setattr(hotpath, "compiled", None)
    assert in_c == _entered(torch.zeros(50))


@compiled
def test_the_next_tensor_that_a_line_fills_is_soon_known(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    tell = Overwriting._tell

    def follows(self: Overwriting, *args: Any) -> None:
        told.append(args[0])
        tell(self, *args)

    monkeypatch.setattr(Overwriting, "_tell", follows)
    counts = []
    with whygrad.watch(keep_bytes=0):
        for _ in range(2):  # one line calls
            moved_to_and_fro(torch.zeros(50))
            counts.append(len(told))
    assert counts[0] <= 3 * (OFTEN + 2)
    assert counts[1] - counts[0] <= 3 * (AGAIN + 2)
