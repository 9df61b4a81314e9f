"""What `whygrad.watch(steady=True)` costs over a thousand steps: `python benchmarks/steady.py [--require 1.02]`.

All steps count, those that are recorded and looked at too. Two processes run the same program, one plainly; they take
turns block by block, so that a busy machine slows both alike, and none of them sees what the other has patched.
What other programs do to a shared machine only ever adds: of each block the least over several pairs counts.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded

import argparse
import subprocess
import sys
import time
from contextlib import nullcontext

STEPS = 1_000
BLOCK = 25
WAYS = ("plain", "steady")
ON_CPU = {
    "mlp": "8x64 MLP, batch 32, Adam",
    "transformer": "4-layer transformer, d 128",
    "gru": "GRUCell unrolled 200 steps",
    "launch-bound": "12 layers, d 16, 1x8, launch-bound",
}
SHORT = ("mlp", "launch-bound")  # a thousand of their steps take seconds
ON_ACCELERATOR = {"gpt2-8x1024": "GPT-2 small, bf16, 8x1024", "gpt2-1x128": "GPT-2 small, bf16, 1x128"}


class Runner:
    """A process that runs a block of steps when it is told to, and tells how long they took."""

    def __init__(self, key: str, way: str) -> None:
        command = [sys.executable, __file__, "--run", key, way]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._answer()  # it is ready

    def _answer(self) -> float:
        assert self._process.stdout is not None
        return float(self._process.stdout.readline())

    def block(self) -> float:
        assert self._process.stdin is not None
        print("go", file=self._process.stdin, flush=True)
        return self._answer()

    def end(self) -> None:
        self._process.communicate()


def run(key: str, way: str) -> None:
    """In the process: blocks of steps, one for each line that comes in."""
    import torch
    import workloads

    import whygrad

    torch.set_num_threads(1)
    torch.manual_seed(0)
    workload = next(w for w in workloads.WORKLOADS if w.key == key)
    make, on_accelerator = workload.make, workload.on_accelerator
    for _ in range(3):
        make()()  # what torch itself does once is over
    step = make()
    with whygrad.watch(steady=True) if way == "steady" else nullcontext():
        print(0.0, flush=True)
        for _ in sys.stdin:
            began = _now(on_accelerator)
            for _ in range(BLOCK):
                step()
            print(_now(on_accelerator) - began, flush=True)


def _now(on_accelerator: bool) -> float:
    if not on_accelerator:
        return time.process_time()
    import torch

    torch.cuda.synchronize()
    return time.perf_counter()


def _has_accelerator() -> bool:
    import torch

    return torch.cuda.is_available()


def measure(key: str, steps: int) -> dict[str, list[float]]:
    """The seconds of each block, of one pair of processes."""
    runners = {way: Runner(key, way) for way in WAYS}
    taken: dict[str, list[float]] = {way: [] for way in WAYS}
    for number in range(steps // BLOCK):
        for way in WAYS if number % 2 else WAYS[::-1]:
            taken[way].append(runners[way].block())
    for runner in runners.values():
        runner.end()
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=lambda t: t.split(","), help=f"some of {','.join((*ON_CPU, *ON_ACCELERATOR))}")
    parser.add_argument("--pairs", type=int, help="of processes: 6 of short steps, else 2")
    parser.add_argument("--accelerator", action="store_true", help="the workloads of an accelerator")
    parser.add_argument("--require", type=float, metavar="RATIO", help="exit 1 where it costs more")
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        run(*options.run)
        return 0
    if options.accelerator and not _has_accelerator():
        print("no accelerator: torch finds none on this machine", file=sys.stderr)
        return 2
    titles = ON_ACCELERATOR if options.accelerator else ON_CPU
    print(f"{STEPS} steps under watch(steady=True), as a ratio to {STEPS} plain steps; in brackets each pair\n")
    worst = 0.0
    for key in options.only or titles:
        pairs = [measure(key, STEPS) for _ in range(options.pairs or (6 if key in SHORT else 2))]
        plain, steady = (sum(map(min, zip(*(pair[way] for pair in pairs), strict=True))) for way in WAYS)
        ratio = steady / plain
        told = ", ".join(f"{r:.3f}" for r in sorted(sum(pair["steady"]) / sum(pair["plain"]) for pair in pairs))
        title = {**ON_CPU, **ON_ACCELERATOR}[key]
        print(f"{title:38}{1000 * plain / STEPS:6.1f} ms{ratio:9.3f} ({told})", flush=True)
        worst = max(worst, ratio)
    if options.require and worst > options.require:
        print(f"not met: at most {options.require:g} is required")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
