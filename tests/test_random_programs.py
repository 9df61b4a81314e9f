"""Random programs of differentiable, cutting and writing operations do the same with and without recording."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Any

import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent.parent / "benchmarks"))

from transparent.observe import Describer, difference, random_state, seed
from transparent.recording import run_recorded

# Each takes two of the program's values and gives a new one; some write into the first.
STEPS: dict[str, Any] = {
    "mul": lambda a, b: a * b,
    "add": lambda a, b: a + b,
    "exp": lambda a, b: (a * 0.1).exp(),
    "relu": lambda a, b: torch.relu(a),
    "matmul": lambda a, b: a.view(2, 2) @ b.view(2, 2),
    "transposed": lambda a, b: a.view(2, 2).t(),
    "part": lambda a, b: a[..., :1].expand(a.shape),
    "flat": lambda a, b: a.reshape(-1),
    "detach": lambda a, b: a.detach(),
    "data": lambda a, b: a.data,
    "number": lambda a, b: a * b.sum().item(),
    "array": lambda a, b: torch.from_numpy(a.detach().numpy().copy()),
    "rebuilt": lambda a, b: torch.tensor(a.tolist(), requires_grad=True),
    "compared": lambda a, b: (a > 0).float(),
    "branch": lambda a, b: a * 2 if b.sum() > 0 else a,
    "dropout": lambda a, b: torch.dropout(a, 0.5, True),
    "noise": lambda a, b: a + torch.randn(a.shape),
    "no_grad": lambda a, b: _without_gradients(a, b),
    "add_": lambda a, b: a.add_(1),
    "mul_": lambda a, b: a.mul_(b.reshape(a.shape)),
    "element": lambda a, b: _with_an_element_set(a, b),
    "view_": lambda a, b: a[:1].mul_(2),
    "through_data": lambda a, b: a.data.zero_(),
    "freeze": lambda a, b: a.requires_grad_(False),
    "learn": lambda a, b: a.requires_grad_(),
    "retain": lambda a, b: a.retain_grad(),
    "hook": lambda a, b: a.register_hook(lambda g: g * 2) and None,
    "backward": lambda a, b: a.sum().backward(),
    "backward_again": lambda a, b: a.sum().backward(retain_graph=True),
    "grad": lambda a, b: torch.autograd.grad(a.sum(), b, create_graph=True)[0],
    "read": lambda a, b: a.grad,
    "clear": lambda a, b: setattr(a, "grad", None),
    "wrong": lambda a, b: a @ torch.ones(7, 7),
}


def _without_gradients(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return a * 2


def _with_an_element_set(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    a[0] = b.sum()
    return a


def run(program: list[tuple[str, int, int]]) -> Any:
    """The values, gradients and errors of a program; errors end only the step that raised them."""
    values = [torch.tensor([0.5, -1.0, 2.0, 0.1], requires_grad=True), torch.ones(4, requires_grad=True), torch.rand(4)]
    events: list[Any] = []
    for name, first, second in program:
        try:
            made = STEPS[name](values[first % len(values)], values[second % len(values)])
        except Exception as error:
            events.append(f"{name}: {type(error).__name__}: {error}")
            continue
        if isinstance(made, torch.Tensor):
            values.append(made)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the gradient of a result
        return Describer().of([events, values, [_gradient_of(v) for v in values]])


def _gradient_of(value: torch.Tensor) -> Any:
    try:
        return value.grad
    except RuntimeError as error:
        return str(error)


programs = st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 9), st.integers(0, 9)), max_size=14)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(programs, st.sampled_from(["run", "values"]))
def test_a_random_program_does_the_same(program, way):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed()
        plain = [run(program), random_state()]
        seed()
        recorded = [run_recorded(way, lambda: run(program)), random_state()]
    assert difference(plain, recorded) is None


def test_the_recorder_raises_in_these_tests():
    assert os.environ.get("WHYGRAD_TESTING")
