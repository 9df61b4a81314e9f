"""What recording a long healthy run keeps in memory: `python benchmarks/memory.py [--steps 10000] [--only ema,…]`.

Programs that keep something for ever; each runs plainly and recorded, in a process of its own. Told are the peak of the
resident memory as a ratio, and by how much it grew over the second half of the run.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded

import argparse
import copy
import gc
import json
import random
import resource
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

WAYS = ("plain", "whygrad", "keeping values")
LIMIT = 1.05  # of the peak, recorded as by `whygrad run`
Step = Callable[[], object]


def _small_model() -> tuple[Any, Any]:
    import torch
    from torch import nn

    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 1))
    return model, torch.optim.Adam(model.parameters())


def _train(model: Any, optimizer: Any, x: Any, y: Any) -> Any:
    from torch.nn import functional as F

    loss = F.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def ema() -> Step:
    """An average of the weights, and one of the loss."""
    import torch

    model, optimizer = _small_model()
    average = copy.deepcopy(model)
    x, y = torch.randn(8, 16), torch.randn(8, 1)
    running = torch.zeros(())

    def step() -> None:
        nonlocal running
        loss = _train(model, optimizer, x, y)
        running = 0.99 * running + 0.01 * loss.detach()
        with torch.no_grad():
            for slow, fast in zip(average.parameters(), model.parameters(), strict=True):
                slow.mul_(0.99).add_(fast, alpha=0.01)

    return step


def replay() -> Step:
    """A buffer of what the model itself has computed, from which batches are drawn."""
    import torch

    model, optimizer = _small_model()
    buffer: deque[tuple[Any, Any]] = deque(maxlen=1_000)

    def step() -> None:
        state = torch.randn(16)
        with torch.no_grad():
            value = model(state)
        buffer.append((state, value + 1))
        drawn = random.choices(buffer, k=8)
        _train(model, optimizer, torch.stack([s for s, _ in drawn]), torch.stack([v for _, v in drawn]))

    return step


def metrics() -> Step:
    """Losses kept in lists, as tensors and as numbers."""
    import torch

    model, optimizer = _small_model()
    x, y = torch.randn(8, 16), torch.randn(8, 1)
    tensors, numbers = [], []

    def step() -> None:
        loss = _train(model, optimizer, x, y)
        tensors.append(loss.detach())
        numbers.append(loss.item())

    return step


def truncated() -> Step:
    """A recurrent net whose state goes on from step to step, detached."""
    import torch
    from torch import nn

    cell, head = nn.GRUCell(4, 8), nn.Linear(8, 1)
    optimizer = torch.optim.Adam([*cell.parameters(), *head.parameters()])
    h = torch.zeros(2, 8)

    def step() -> None:
        nonlocal h
        h = h.detach()
        for _ in range(4):
            h = cell(torch.randn(2, 4), h)
        loss = head(h).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def generator() -> Step:
    """A stream of data that never ends, each batch made from the one before."""
    import torch

    model, optimizer = _small_model()

    def stream() -> Iterator[Any]:
        x = torch.randn(8, 16)
        while True:
            x = torch.tanh(x + 0.1 * torch.randn_like(x))
            yield x, x.sum(1, keepdim=True)

    batches = stream()
    return lambda: _train(model, optimizer, *next(batches))


PROGRAMS = {f.__name__: f for f in (ema, replay, metrics, truncated, generator)}


def run(program: str, way: str, steps: int) -> dict[str, float]:
    """In the process: the resident memory at the half and at the end, settled, and its peak."""
    import torch

    import whygrad

    torch.set_num_threads(1)
    torch.manual_seed(0)
    random.seed(0)
    keep = {"whygrad": 0, "keeping values": 2**29}
    half = 0
    with nullcontext() if way == "plain" else whygrad.watch(keep_bytes=keep[way]):
        step = PROGRAMS[program]()
        for number in range(1, steps + 1):
            step()
            if number == steps // 2:
                half = _settled(whygrad._latest)
        end = _settled(whygrad._latest)
    return {"peak": _peak(), "growth": (end - half) / (steps - steps // 2)}


def _settled(session: Any) -> int:
    """After the records were shortened, which they are once in some hundred steps: in between they are a saw tooth."""
    if session is not None:
        session.recorder.origins.contract()
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize()


def _peak() -> int:
    """Of this process alone: `ru_maxrss` starts at what the parent had when it forked."""
    with open("/proc/self/status", encoding="ascii") as status:
        return 1024 * next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))


def measure(program: str, steps: int) -> dict[str, Any]:
    """All ways, each in a fresh process."""
    found = {}
    for way in WAYS:
        command = [sys.executable, __file__, "--run", program, way, "--steps", str(steps)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found[way] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--only", type=lambda t: t.split(","), default=list(PROGRAMS))
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(run(*options.run, options.steps)))
        return
    print(f"resident memory over {options.steps} steps: its peak as a ratio to the plain run's, and its growth a step")
    print(f"over the second half\n\n{'program':12}{'plain':>20}" + "".join(f"{way:>26}" for way in WAYS[1:]))
    for program in options.only:
        found = measure(program, options.steps)
        plain = found["plain"]
        cells = f"{plain['peak'] / 2**20:8.0f} MiB{plain['growth']:+6.0f} B"
        for way in WAYS[1:]:
            ratio = found[way]["peak"] / plain["peak"]
            told = " over" if way == "whygrad" and ratio > LIMIT else ""
            cells += f"{ratio:12.3f}{told:5}{found[way]['growth']:+7.0f} B"
        print(f"{program:12}{cells}", flush=True)


if __name__ == "__main__":
    main()
