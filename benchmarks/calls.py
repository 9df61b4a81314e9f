"""What recording adds to single calls, in microseconds: `python benchmarks/calls.py [SECONDS]`.

Each call is timed plainly, under an empty function mode, and recorded as on an ordinary step; the least of many turns.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded

import gc
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import torch
import torch.nn.functional as F
from interleave import WARM_UP, NoOp
from torch import nn

import whygrad

WAYS: dict[str, Callable[[], Any]] = {
    "plain": nullcontext,
    "no-op mode": NoOp,
    "whygrad": lambda: whygrad.watch(keep_bytes=0),
}
Act = Callable[[], object]


class Net(nn.Module):
    """What the calls are made on: small enough that calling is all that costs."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(4, 4), nn.Linear(4, 4)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.0)

    def train_once(self, x: torch.Tensor) -> None:
        self.optimizer.zero_grad()
        self.second(self.first(x)).sum().backward()
        self.optimizer.step()


def calls(net: Net, x: torch.Tensor) -> dict[str, tuple[Act, int]]:
    """The act of each row, and how many calls it makes."""
    weight = net.first.weight
    bias = net.first.bias

    def backward() -> None:
        y = x
        for _ in range(100):
            y = y * weight
        y.sum().backward()

    def without_gradient() -> None:
        with torch.no_grad():
            for _ in range(100):
                x * weight

    def repeated(act: Act) -> Act:
        def run() -> None:
            for _ in range(100):
                act()

        return run

    rows = {
        "x * w": lambda: x * weight,
        "F.linear (in C)": lambda: F.linear(x, weight, bias),
        "F.relu (in Python)": lambda: F.relu(x),
        "a module's call": lambda: net.first(x),
        "x.view": lambda: x.view(16),
        "x.shape": lambda: x.shape,
        "add_ of plain": lambda: plain.add_(1),
        "optimizer.zero_grad": net.optimizer.zero_grad,
        "optimizer.step": net.optimizer.step,
    }
    plain = torch.zeros(4, 4)
    return {
        **{name: (repeated(act), 100) for name, act in rows.items()},
        "x * w under no_grad": (without_gradient, 100),
        "x * w, and backward": (backward, 100),
    }


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    torch.set_num_threads(1)
    net, x = Net(), torch.randn(4, 4)
    x.requires_grad_()
    rows = calls(net, x)
    least: dict[tuple[str, str], float] = {}
    end = time.monotonic() + seconds
    while not least or time.monotonic() < end:
        for way, enter in WAYS.items():
            with enter():
                for _ in range(WARM_UP):
                    net.train_once(x)
                for name, (act, count) in rows.items():
                    act()
                    gc.collect(1)
                    began = time.process_time_ns()
                    act()
                    taken = (time.process_time_ns() - began) / count / 1000
                    least[name, way] = min(taken, least.get((name, way), taken))
    print(f"{'microseconds a call':24}" + "".join(f"{way:>12}" for way in WAYS) + f"{'added':>12}{'by us':>10}")
    for name in rows:
        plain, empty, recorded = (least[name, way] for way in WAYS)
        cells = f"{plain:12.2f}{empty:12.2f}{recorded:12.2f}{recorded - plain:12.2f}{recorded - empty:10.2f}"
        print(f"{name:24}{cells}")


if __name__ == "__main__":
    main()
