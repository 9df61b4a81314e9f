"""What recording does to compiled code: `python benchmarks/compiled.py [--quick] [--require 1.05]`.

Each program is compiled by `torch.compile` and trained plainly, recorded from its beginning, and recorded after it has
run plainly. Compared are what the compiler counts in the first steps, and the time of a step once all is compiled, with
plain and recorded blocks of steps taken in turn. Exits with 1 where recording makes the compiler count anything else.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded

import argparse
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import interleave
import torch
import torch.nn.functional as F
from torch import nn
from torch._dynamo.utils import clear_compilation_metrics, counters, get_compilation_metrics
from workloads import Step, Transformer, Workload

import whygrad

FIRST_STEPS = 12
Counts = tuple[int, int, int]  # graphs, graph breaks, recompilations


def transformer() -> Step:
    """The model is compiled; loss, backward pass and optimizer are called as ever."""
    model = Transformer(256, 64, 128, 4, layers=2)
    return _trained(torch.compile(model), model, torch.randint(256, (8, 65)))


def small_transformer() -> Step:
    """Where calling costs more than computing."""
    model = Transformer(64, 8, 16, 4, layers=4)
    return _trained(torch.compile(model), model, torch.randint(64, (1, 9)))


def blocks() -> Step:
    """Each block by itself: compiled code is entered and left several times in a step."""
    model = Transformer(64, 8, 16, 4, layers=8)
    for block in model.blocks:
        block.compile()
    return _trained(model, model, torch.randint(64, (1, 9)))


def broken_graph() -> Step:
    """Two graph breaks: compiled code is left for plain Python and entered again."""
    model = Transformer(64, 8, 16, 4, layers=3)
    first, second, third = model.blocks

    def halves(tokens: torch.Tensor) -> torch.Tensor:
        x = first(model.tokens(tokens))
        torch._dynamo.graph_break()
        x = second(x)
        torch._dynamo.graph_break()
        return model.head(third(x))

    return _trained(torch.compile(halves), model, torch.randint(64, (1, 9)))


def _trained(compiled: Callable[..., Any], model: nn.Module, tokens: torch.Tensor) -> Step:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def step() -> None:
        logits = compiled(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


WORKLOADS = (
    Workload("transformer", "2-layer transformer, d 128", transformer, steps=4),
    Workload("small", "4 layers, d 16, 1x8", small_transformer, steps=20),
    Workload("blocks", "8 blocks, each compiled, d 16, 1x8", blocks, steps=20),
    Workload("broken", "3 blocks with graph breaks between", broken_graph, steps=20),
)


def _count_from_zero() -> None:
    counters.clear()
    clear_compilation_metrics()


def counts(workload: Workload, recorded: bool, first_plain: bool = False) -> Counts:
    """What the compiler counts over the first steps; of a program that it has not seen, unless that ran plainly."""
    torch._dynamo.reset()
    _count_from_zero()
    torch.manual_seed(0)
    step = workload.make()
    if first_plain:
        for _ in range(FIRST_STEPS):
            step()
        _count_from_zero()
    with whygrad.watch(keep_bytes=0) if recorded else nullcontext():
        for _ in range(FIRST_STEPS):
            step()
    compiled = [metrics.compile_id for metrics in get_compilation_metrics()]  # "frame/how often before"
    again = sum(not name.endswith("/0") for name in compiled if name)
    return counters["stats"]["unique_graphs"], sum(counters["graph_break"].values()), again


def measure(workload: Workload, seconds: float) -> dict[str, Any]:
    found: dict[str, Any] = {
        "plain": counts(workload, recorded=False),
        "recorded": counts(workload, recorded=True),
        "recorded later": counts(workload, recorded=True, first_plain=True),
    }
    _count_from_zero()
    return {**found, **interleave.measure(workload, seconds, only=("whygrad",))}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few seconds for each program")
    parser.add_argument("--only", type=lambda t: t.split(","), help=f"some of {','.join(w.key for w in WORKLOADS)}")
    parser.add_argument("--require", type=float, metavar="RATIO", help="exit 1 also where a step costs more")
    options = parser.parse_args()
    torch.set_num_threads(1)
    print(
        "one compiled step, as a ratio to the plain one; graphs, graph breaks and recompilations of the first steps\n"
    )
    columns = ("program", "plain", "recorded", "counted plainly", "recorded", "recorded later")
    print("{:36}{:>10}{:>20}{:>18}{:>12}{:>16}".format(*columns))
    failed = 0
    for workload in WORKLOADS:
        if options.only and workload.key not in options.only:
            continue
        found = measure(workload, 4 if options.quick else 25)
        ratio, (low, high) = found["ratios"]["whygrad"], found["spread"]["whygrad"]
        told = ["{}, {}, {}".format(*found[way]) for way in ("plain", "recorded", "recorded later")]
        timed = f"{found['plain_ms']:7.2f} ms{f'{ratio:.2f} ({low:.2f}-{high:.2f})':>20}"
        print("{:36}{}{:>18}{:>12}{:>16}".format(workload.title, timed, *told), flush=True)
        failed |= found["recorded"] != found["plain"] or any(found["recorded later"])
        failed |= options.require is not None and ratio > options.require
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
