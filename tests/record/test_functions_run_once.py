"""A custom Function runs as often under the recorder as without it, on the same values, unless more is asked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch
from programs import Outcome, start_program

import whygrad

TRAINED = """
import torch
from torch import nn
{before}

class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
{forward}

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return {factor} * x * gradient

torch.manual_seed(0)
layer = nn.Linear(2, {size})
optimizer = torch.optim.SGD(layer.parameters(), lr=0.01)
for _ in range(3):
    loss = Own.apply(layer(torch.randn(1, 2))).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
{after}
"""

# name -> (what stands before, the body of `forward`, what stands after)
OBSERVERS = {
    "a counter": ("runs = []", "runs.append((x.dtype, x.shape))\nreturn x * x", "print(runs)"),
    "a counter on a module": ("import math\nmath.runs = 0", "math.runs += 1\nreturn x * x", "print(math.runs)"),
    "a file": (
        "",
        "print(x.dtype, file=open('log.txt', 'a'))\nreturn x * x",
        "print(open('log.txt').read())",
    ),
    "a file of numbers": (
        "import numpy\nlog = 'log.txt'",
        "numpy.savetxt(log, numpy.atleast_1d(numpy.loadtxt(log)) + 1)\nreturn x * x",
        "print(open('log.txt').read())",
    ),
    "an operator": (
        "runs = []\n"
        "@torch.library.custom_op('whygrad_tests::own', mutates_args=())\n"
        "def own(x: torch.Tensor) -> torch.Tensor:\n"
        "    runs.append(x.dtype)\n"
        "    return x * x",
        "return torch.ops.whygrad_tests.own(x)",
        "print(runs)",
    ),
    "a loop that ends by its values": (
        "",
        "first = x.flatten()[0].item()\n"
        "while torch.tensor(first).item() != first:\n"  # never in single precision, for ever in double
        "    pass\n"
        "return x * x",
        "print('ended')",
    ),
    "a helper that counts on an object": (
        "class Meter:\n"
        "    count = 0\n"
        "    def __call__(self, x):\n"
        "        self.count += 1\n"
        "        return x * x\n"
        "meter = Meter()",
        "return meter(x)",
        "print(meter.count)",
    ),
}


def run(tmp_path: Path, observer: str, *options: str, plain: bool = False, factor: int = 3) -> Outcome:
    before, body, after = OBSERVERS[observer]
    forward = "\n".join(8 * " " + line for line in body.splitlines())
    folder = tmp_path / ("plain" if plain else "recorded")
    folder.mkdir(parents=True)
    program = TRAINED.format(before=before, forward=forward, after=after, factor=factor, size=4)
    (folder / "main.py").write_text(program)
    (folder / "log.txt").write_text("0\n")
    return start_program(folder, tmp_path / f"out-{plain}", *options, "main.py", plain=plain)()


@pytest.mark.parametrize("observer", OBSERVERS)
def test_nobody_sees_a_function_run_once_more(tmp_path, observer):
    plain, recorded = (run(tmp_path, observer, plain=plain) for plain in (True, False))
    assert (recorded.status, recorded.stdout) == (0, plain.stdout)
    assert plain.stdout


@pytest.mark.parametrize("observer", ["a counter", "a file", "a helper that counts on an object"])
def test_and_what_it_gets_wrong_is_found_all_the_same(tmp_path, observer):
    assert [f["cause"] for f in run(tmp_path, observer).findings] == ["wrong-backward"]
    assert run(tmp_path / "right", observer, factor=2).findings == []


def test_functions_are_run_again_where_that_is_asked_for(tmp_path):
    asked = run(tmp_path, "a counter", "--check-functions")
    assert asked.stdout.count("float64") == 6
    assert [f["cause"] for f in asked.findings] == ["wrong-backward"]
    assert "along a random direction" in asked.stderr


def test_what_no_list_tells_is_found_where_running_it_again_is_asked_for(tmp_path):
    assert run(tmp_path / "unasked", "an operator").findings == []
    asked = run(tmp_path / "asked", "an operator", "--check-functions")
    assert [f["cause"] for f in asked.findings] == ["wrong-backward"]


LARGE = """
import torch


class Pairs(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        pairs = torch.outer(x, x)
        return (pairs * pairs.exp()).mean()

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return x * gradient


x = torch.randn(4000, requires_grad=True)
Pairs.apply(x).backward()
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from Linux")
def test_memory_is_not_taken_for_a_large_function(tmp_path):
    (tmp_path / "main.py").write_text(LARGE)
    plain, recorded = (
        int(start_program(tmp_path, tmp_path / str(plain), "main.py", plain=plain)().stdout) for plain in (True, False)
    )
    assert recorded - plain < 100 * 2**10  # three results of 64 MB, which in double are 192 MB more


def test_a_pass_inside_of_a_pass_keeps_nothing_of_the_program():
    """A hook of ours that stayed on a node would hold that node, and all that it has saved, for ever."""

    class Inner(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            with torch.enable_grad():
                leaf = torch.ones(4, requires_grad=True)
                (leaf * 2).sum().backward()
            return leaf.grad

    def train():
        leaf = torch.ones(4, requires_grad=True)
        Inner.apply(leaf).sum().backward()
        return leaf.grad

    with whygrad.watch(keep_bytes=0):
        assert [sys.getrefcount(train()) for _ in range(4)] == [1] * 4


def test_what_cannot_be_compared_keeps_nothing_of_the_program():
    """An error that held its own frame would hold all frames around it until the garbage is collected."""

    class Noisy(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x + torch.rand(x.shape)

        @staticmethod
        def backward(ctx, g):
            return g * torch.rand(g.shape)

    def train(leaf):
        Noisy.apply(leaf).sum().backward()

    leaf = torch.ones(4, requires_grad=True)
    with whygrad.watch(keep_bytes=0):
        train(leaf)
        assert sys.getrefcount(leaf) == 2
