"""Random programs of differentiable, cutting and writing operations do the same with and without recording."""

from __future__ import annotations

import copy
import os
import pickle
import sys
import warnings
from pathlib import Path
from typing import Any

import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from torch.autograd.graph import register_multi_grad_hook, saved_tensors_hooks
from torch.utils.checkpoint import checkpoint

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
    "sum": lambda a, b: a.sum() + b,
    "where": lambda a, b: torch.where(a > 0, a, b.reshape(a.shape)),
    "cat": lambda a, b: torch.cat([a.reshape(-1)[:2], b.reshape(-1)[:2]]),
    "stack": lambda a, b: torch.stack([a.reshape(-1), b.reshape(-1)])[0],
    "index": lambda a, b: a.reshape(-1)[torch.tensor([0, 2, 1, 3])],
    "several": lambda a, b: a.reshape(-1).split(2)[1].repeat(2),
    "softmax": lambda a, b: torch.nn.functional.softmax(a, -1),
    "linear": lambda a, b: torch.nn.functional.linear(a.reshape(1, 4), b.reshape(-1)[:1].expand(4, 4)).reshape(-1),
    "double": lambda a, b: a.double().float(),
    "clone": lambda a, b: a.clone(),
    "out": lambda a, b: torch.add(a.detach(), b.detach().reshape(a.shape), out=torch.empty(a.shape)),
    "inference": lambda a, b: _in_inference_mode(a),
    "enabled": lambda a, b: _with_gradients(a),
    "switch": lambda a, b: torch.set_grad_enabled(not torch.is_grad_enabled()) and None,
    "set_data": lambda a, b: setattr(a, "data", b.detach().clone()),
    "copy_": lambda a, b: a.copy_(b.reshape(a.shape)),
    "under_no_grad_": lambda a, b: _written_without_gradients(a),
    "array_": lambda a, b: _written_as_an_array(a),
    "detach_": lambda a, b: a.detach_(),
    "masked_": lambda a, b: a.masked_fill_(b.reshape(a.shape) > 0, 0.5),
    "resize_": lambda a, b: a.data.t_() if a.dim() == 2 else a.unsqueeze_(0).squeeze_(0),
    "parameter": lambda a, b: torch.nn.Parameter(a),
    "function": lambda a, b: _Scaled.apply(a, b.reshape(a.shape)),
    "function_in_place": lambda a, b: _Negated.apply(a * 1),
    "broken_function": lambda a, b: _Failing.apply(a),
    "checkpoint": lambda a, b: checkpoint(lambda t: t.sin() * 2, a, use_reentrant=False),
    "older_checkpoint": lambda a, b: checkpoint(lambda t: t.cos() * 2, a, use_reentrant=True),
    "saved": lambda a, b: _saved_elsewhere(a),
    "node_hook": lambda a, b: a.grad_fn.register_hook(lambda i, o: None) and None,
    "node_prehook": lambda a, b: a.grad_fn.register_prehook(lambda g: tuple(x * 2 for x in g)) and None,
    "after_hook": lambda a, b: a.register_post_accumulate_grad_hook(lambda p: p.grad.mul_(2)) and None,
    "raising_hook": lambda a, b: a.register_hook(lambda g: 1 / 0) and None,
    "many_hook": lambda a, b: register_multi_grad_hook([a, b], lambda g: None) and None,
    "write_grad": lambda a, b: a.grad.add_(b.detach().reshape(a.shape)),
    "set_grad": lambda a, b: setattr(a, "grad", b.detach().clone()),
    "step": lambda a, b: torch.optim.SGD([a, b], lr=0.1).step(),
    "clip": lambda a, b: torch.nn.utils.clip_grad_norm_([a, b], 1.0),
    "mapped": lambda a, b: torch.vmap(lambda t: t.sin() * 2)(a),
    "transformed": lambda a, b: torch.func.grad(lambda t: (t * b.reshape(a.shape)).sum())(a),
    "tangent": lambda a, b: torch.func.jvp(torch.tanh, (a,), (b.reshape(a.shape),))[1],
    "deepcopy": lambda a, b: copy.deepcopy(a),
    "pickle": lambda a, b: pickle.loads(pickle.dumps(a)),
    "version": lambda a, b: torch.full((4,), float(a._version)),
    "anomaly": lambda a, b: _with_anomaly_mode(a),
    "wrong": lambda a, b: a @ torch.ones(7, 7),
}


class _Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx: Any, g: torch.Tensor) -> Any:
        x, y = ctx.saved_tensors
        return g * y, g * x * 2  # wrong by a factor of two


class _Negated(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        ctx.mark_dirty(x)
        return x.neg_()

    @staticmethod
    def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
        return -g


class _Failing(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        return x.abs()

    @staticmethod
    def backward(ctx: Any, g: torch.Tensor) -> Any:
        return g[:1], g


def _in_inference_mode(a: torch.Tensor) -> torch.Tensor:
    with torch.inference_mode():
        return a * 2


def _with_gradients(a: torch.Tensor) -> torch.Tensor:
    with torch.enable_grad():
        return a * 2


def _written_without_gradients(a: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        return a.mul_(0.5)


def _written_as_an_array(a: torch.Tensor) -> None:
    a.detach().numpy()[...] = 0.25


def _saved_elsewhere(a: torch.Tensor) -> torch.Tensor:
    with saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t):
        return a.exp() * a


def _with_anomaly_mode(a: torch.Tensor) -> None:
    with torch.autograd.set_detect_anomaly(True):
        (a.abs().sqrt() * 0).sum().backward()


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
    torch.set_grad_enabled(True)
    for name, first, second in program:
        try:
            made = STEPS[name](values[first % len(values)], values[second % len(values)])
        except Exception as error:
            events.append(f"{name}: {type(error).__name__}: {error}")
            continue
        if isinstance(made, torch.Tensor):
            values.append(made)
    events.append(torch.is_grad_enabled())
    torch.set_grad_enabled(True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the gradient of a result
        return Describer().of([events, values, [_gradient_of(v) for v in values]])


def _gradient_of(value: torch.Tensor) -> Any:
    try:
        return value.grad
    except RuntimeError as error:
        return str(error)


programs = st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 9), st.integers(0, 9)), max_size=18)
# `WHYGRAD_RANDOM_PROGRAMS=3000` tries so many, other ones each time.
EXAMPLES = int(os.environ.get("WHYGRAD_RANDOM_PROGRAMS", "0"))


@settings(
    max_examples=EXAMPLES or 200, deadline=None, suppress_health_check=list(HealthCheck), derandomize=not EXAMPLES
)
@given(programs, st.sampled_from(["run", "watch"]))
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
