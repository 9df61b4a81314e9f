"""What recording a long healthy run keeps: an EMA and a list of logged losses must not grow the graph.

Runs as a process of its own: `python memory.py plain|whygrad STEPS` prints one JSON object.
"""

from __future__ import annotations

import copy
import gc
import json
import resource
import subprocess
import sys
from contextlib import nullcontext
from typing import Any

SAMPLES = 40


def measure(steps: int) -> dict[str, Any]:
    """Plain and recorded, each in a fresh process."""
    plain, recorded = (_run_process(way, steps) for way in ("plain", "whygrad"))
    return {"steps": steps, "plain": plain, "whygrad": recorded}


def _run_process(way: str, steps: int) -> dict[str, Any]:
    done = subprocess.run([sys.executable, __file__, way, str(steps)], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def _train(way: str, steps: int) -> dict[str, Any]:
    import torch
    from torch import nn

    import whygrad

    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 1))
    average = copy.deepcopy(model)
    optimizer = torch.optim.Adam(model.parameters())
    x, y = torch.randn(8, 16), torch.randn(8, 1)
    logged: list[torch.Tensor] = []
    running = torch.zeros(())
    samples = []
    with whygrad.watch() if way == "whygrad" else nullcontext():
        for number in range(1, steps + 1):
            loss = nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            logged.append(loss.detach())
            running = 0.99 * running + 0.01 * loss.detach()
            with torch.no_grad():
                for slow, fast in zip(average.parameters(), model.parameters(), strict=True):
                    slow.mul_(0.99).add_(fast, alpha=0.01)
            if number % max(1, steps // SAMPLES) == 0:
                samples.append(_sample())
    half = len(samples) // 2
    between = steps * (len(samples) - half) / len(samples)
    # Records are dropped in batches, so the number of Origins is a saw tooth: its peaks are compared.
    growth = (max(s[0] for s in samples[half:]) - max(s[0] for s in samples[:half])) / between
    resident = (max(s[1] for s in samples[half:]) - max(s[1] for s in samples[:half])) / between
    return {
        "origins": samples[-1][0],
        "peak_origins": max(s[0] for s in samples),
        "origins_per_step": growth,
        "bytes_per_step": resident,
        "logged_tensors": len(logged),
        "peak_rss_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 if sys.platform == "darwin" else 1024) / 1,
    }


def _sample() -> tuple[int, int]:
    """(living Origins, bytes resident)."""
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as statm:
        resident = int(statm.read().split()[1]) * resource.getpagesize()
    return sum(type(o).__name__ == "Origin" for o in gc.get_objects()), resident


if __name__ == "__main__":
    print(json.dumps(_train(sys.argv[1], int(sys.argv[2]))))
