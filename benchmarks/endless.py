"""Does a program that goes on for ever cost more and more? `python benchmarks/endless.py [--rounds 100000] [--only …]`.

Each program makes something new in every iteration: an optimizer, a place, a tensor that nobody saw. It runs recorded,
in a process of its own. Told are the processor time of an iteration in the first and the last tenth, and by how much
the resident memory grew over the second half, for each iteration. The very first iterations, which are looked at
closely, are left out.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded

import argparse
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

TENTHS = 10
WARM_UP = 1_000
SLOWER, BYTES = 1.3, 16.0  # the most that the last tenth may take of the first, and that an iteration may leave behind

Iterate = Callable[[], object]


def _step(model: Any, optimizer: Any, x: Any) -> None:
    optimizer.zero_grad()
    model(x).pow(2).mean().backward()
    optimizer.step()


def optimizers() -> Iterate:
    """A new optimizer of the same parameters."""
    import torch

    model, x = torch.nn.Linear(4, 4), torch.ones(2, 4)
    return lambda: _step(model, torch.optim.SGD(model.parameters(), lr=1e-3), x)


def models() -> Iterate:
    """A new model with its optimizer."""
    import torch

    x = torch.ones(2, 4)

    def iterate() -> None:
        model = torch.nn.Linear(4, 4)
        _step(model, torch.optim.SGD(model.parameters(), lr=1e-3), x)

    return iterate


def places() -> Iterate:
    """A value that leaves torch in code that was compiled anew."""
    import torch

    weight = torch.ones(3, requires_grad=True)
    return lambda: eval("a.mean().item()", {"a": weight})


def unseen() -> Iterate:
    """A tensor that nobody saw made, beside two thousand others."""
    import torch

    beside = [torch.ones(1) for _ in range(2_000)]
    return lambda: (torch.Tensor([1.0]) * 2, len(beside))


PROGRAMS = {program.__name__: program for program in (optimizers, models, places, unseen)}


def resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def run(name: str, rounds: int) -> None:
    """Runs one program, and prints what it took as JSON."""
    import torch

    import whygrad

    torch.set_num_threads(1)
    with whygrad.watch(keep_bytes=0):
        iterate = PROGRAMS[name]()
        for _ in range(WARM_UP):
            iterate()
        times, memory = [], []
        for _ in range(TENTHS):
            begin = time.process_time()
            for _ in range(rounds // TENTHS):
                iterate()
            times.append((time.process_time() - begin) / (rounds // TENTHS))
            memory.append(resident())
    grown = (memory[-1] - memory[TENTHS // 2 - 1]) / (rounds // 2)
    print(
        json.dumps({"first": times[0], "last": times[-1], "grown": grown, "broken": whygrad._latest.broken is not None})
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--only", type=lambda t: t.split(","), default=list(PROGRAMS), help=",".join(PROGRAMS))
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        run(options.child, options.rounds)
        return 0
    failed = 0
    print(f"{'in every iteration':60}{'first tenth':>12}{'last tenth':>12}{'left behind':>14}")
    for name in options.only:
        command = [sys.executable, __file__, "--child", name, "--rounds", str(options.rounds)]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        title = (PROGRAMS[name].__doc__ or "").rstrip(".")
        print(f"{title:60}{told['first'] * 1e6:9.0f} µs{told['last'] * 1e6:9.0f} µs{told['grown']:12.1f} B")
        failed |= told["broken"] or told["last"] > SLOWER * told["first"] or told["grown"] > BYTES
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
