"""What recording a long healthy run keeps: an EMA and a list of logged losses must not grow the graph.

Runs as a process of its own: `python memory.py WAY STEPS` prints one JSON object.
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

KEEP = {"whygrad": 0, "keeping values": 2**29}  # bytes


def measure(steps: int) -> dict[str, Any]:
    """Plain and recorded, each in a fresh process."""
    return {"steps": steps, **{way: _run_process(way, steps) for way in ("plain", *KEEP)}}


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
    peaks, settled = [], []
    with nullcontext() if way == "plain" else whygrad.watch(keep_bytes=KEEP[way]):
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
            if number % 50 == 0:
                peaks.append(_origins())
            if number in (steps // 2, steps):
                settled.append(_settled(whygrad._latest))
    (origins_before, resident_before), (origins, resident) = settled
    return {
        "origins": origins,
        "peak_origins": max(peaks),
        "logged_tensors": len(logged),
        "origins_per_step": (origins - origins_before) / (steps / 2),
        "bytes_per_step": (resident - resident_before) / (steps / 2),
        "peak_rss_mib": _peak_kib() / 1024,
    }


def _peak_kib() -> int:
    """Of this process alone: `ru_maxrss` starts at what the parent had when it forked."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))


def _origins() -> int:
    return sum(type(o).__name__ == "Origin" for o in gc.get_objects())


def _settled(session: Any) -> tuple[int, int]:
    """(Origins beyond the one of each living tensor, bytes resident), both after the records were shortened.

    They are shortened once in some thousand steps, so that their number in between is a saw tooth.
    """
    living = 0
    if session is not None:
        session.recorder.origins.contract()
        living = len(session.recorder.origins.table)
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as statm:
        resident = int(statm.read().split()[1]) * resource.getpagesize()
    return _origins() - living, resident


if __name__ == "__main__":
    print(json.dumps(_train(sys.argv[1], int(sys.argv[2]))))
