"""Times one program in several ways within one run, so that a busy machine slows all of them alike."""

from __future__ import annotations

import gc
import statistics
import time
import warnings
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from torch.overrides import TorchFunctionMode
from workloads import Step, Workload

import whygrad

# These take a multiple of the others' time, which is better spent on what a target is set for.
FEW_ROUNDS = {"keeping values": 6, "detect_anomaly": 3}
WARM_UP = 9  # untimed steps after every switch: the first eight are looked at closely, see schedule.py


class NoOp(TorchFunctionMode):
    """The least that any recorder in Python costs."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


def _anomaly() -> AbstractContextManager[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.autograd.detect_anomaly(check_nan=False)


WAYS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "no-op mode": NoOp,
    "whygrad": lambda: whygrad.watch(keep_bytes=0),  # as `whygrad run` records
    "watch()": whygrad.watch,  # the same from the second step on: until then it keeps values
    "keeping values": lambda: whygrad.watch(values=True),
    "detect_anomaly": _anomaly,
}


def measure(
    workload: Workload, seconds: float, most_rounds: int = 200, only: tuple[str, ...] = tuple(WAYS)
) -> dict[str, Any]:
    """Medians over rounds of (time in a way) / (mean of the plain blocks right before and after it)."""
    torch.manual_seed(0)
    step = workload.make()
    ways = {name: way for name, way in WAYS.items() if name in only and (workload.trains or name != "detect_anomaly")}
    clock = _wall_clock if workload.on_accelerator else time.process_time
    ratios: dict[str, list[float]] = {name: [] for name in ways}
    plain = [_block(step, nullcontext, workload.steps, clock)]
    end = time.monotonic() + seconds
    rounds = 0
    while rounds < 3 or (time.monotonic() < end and rounds < most_rounds):
        for name, way in ways.items():
            if rounds >= FEW_ROUNDS.get(name, most_rounds):
                continue
            taken = _block(step, way, workload.steps, clock)
            plain.append(_block(step, nullcontext, workload.steps, clock))
            ratios[name].append(2 * taken / (plain[-2] + plain[-1]))
        rounds += 1
        gc.collect()
    return {
        "title": workload.title,
        "plain_ms": 1000 * statistics.median(plain),
        "rounds": rounds,
        "ratios": {name: statistics.median(values) for name, values in ratios.items()},
        "spread": {name: _quartiles(values) for name, values in ratios.items()},
    }


def _block(step: Step, way: Callable[[], AbstractContextManager[Any]], steps: int, clock: Callable[[], float]) -> float:
    """A step's time. The collector's young generations start empty, and it stays on: allocating is a cost too.

    One line calls all steps, as in a training: from another it would be another loss, of which the first are looked at.
    """
    times = []
    with way():
        for number in range(WARM_UP + steps):
            if number == WARM_UP:
                gc.collect(1)
            start = clock()
            step()
            times.append(clock() - start)
    del times[:WARM_UP]
    # The mean of a block, less what a preempting process did to single steps.
    times.sort()
    kept = times[: max(1, (3 * len(times) + 3) // 4)]
    return sum(kept) / len(kept)


def peak_memory(workload: Workload, steps: int = 12) -> dict[str, int]:
    """The most bytes that tensors took on the accelerator over the first steps, which are looked at too."""
    found = {}
    for name in ("plain", "whygrad"):
        torch.manual_seed(0)
        step = workload.make()
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
        with WAYS[name]() if name in WAYS else nullcontext():
            for _ in range(steps):
                step()
        torch.cuda.synchronize()
        found[name] = torch.cuda.max_memory_allocated()
        del step
        gc.collect()
    return found


def _wall_clock() -> float:
    torch.cuda.synchronize()
    return time.perf_counter()


def _quartiles(values: list[float]) -> tuple[float, float]:
    low, _, high = statistics.quantiles(values, n=4)
    return low, high
