"""What a short run costs: `python benchmarks/first_steps.py [--quick] [--only mlp,…] [--json FILE] [--require]`.

The first eight steps are looked at closely, and a notebook's run is nothing but first steps. A program is made anew for
every round and runs plainly and recorded in turn, in one process. Told are the ratios of processor time, for the first
eight steps and for the mean of the whole run, as medians over the rounds; with --require, exit 1 where one is above its
limit.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded
os.environ["WHYGRAD_TESTING"] = "1"  # an error of ours ends it: after one nothing is recorded, at no cost

import argparse
import gc
import json
import statistics
import sys
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import torch
from interleave import WAYS
from workloads import WORKLOADS

FIRST = 8


@dataclass(frozen=True)
class Short:
    """A run of so many steps, and what it may cost."""

    steps: int
    first: float
    mean: float


RUNS = {"mlp": Short(1_500, 2.0, 1.35), "transformer": Short(120, 1.3, 1.05), "gru": Short(120, 3.0, 1.30)}


def run(key: str, steps: int, recorded: bool) -> tuple[float, float]:
    """The processor time of the first steps, and of all."""
    torch.manual_seed(0)
    make = next(w.make for w in WORKLOADS if w.key == key)
    gc.collect()
    with WAYS["whygrad"]() if recorded else nullcontext():
        step = make()
        begin = time.process_time()
        for _ in range(FIRST):
            step()
        first = time.process_time()
        for _ in range(steps - FIRST):
            step()
        return first - begin, time.process_time() - begin


def measure(key: str, steps: int, rounds: int) -> tuple[float, float]:
    """The ratios of the first steps and of the whole run, each the median over the rounds."""
    run(key, FIRST, True), run(key, FIRST, False)  # what both load and make when they are first used
    ratios = []
    for number in range(rounds):
        order = (False, True) if number % 2 else (True, False)
        taken = {recorded: run(key, steps, recorded) for recorded in order}
        ratios.append([one / other for one, other in zip(taken[True], taken[False], strict=True)])
    first, mean = (statistics.median(values) for values in zip(*ratios, strict=True))
    return first, mean


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="the first steps alone, and the whole run not")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", type=lambda t: t.split(","), default=list(RUNS), help=",".join(RUNS))
    parser.add_argument("--require", action="store_true", help="exit 1 where one is above its limit")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    torch.set_num_threads(1)
    results, failed = {}, 0
    print(f"{'workload':14}{'first 8 steps':>18}{'mean of the run':>20}{'steps':>8}")
    for key in options.only:
        limits = RUNS[key]
        steps = FIRST if options.quick else limits.steps
        first, mean = measure(key, steps, options.rounds)
        results[key] = {"first": first, "mean": mean, "steps": steps}
        told = f"{mean:12.2f} (<= {limits.mean})" if steps > FIRST else f"{'-':>20}"
        print(f"{key:14}{first:10.2f} (<= {limits.first}){told}{steps:8}", flush=True)
        failed |= first > limits.first or (steps > FIRST and mean > limits.mean)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return int(failed and options.require)


if __name__ == "__main__":
    sys.exit(main())
