"""Runs generated programs in every way, many in one fork, and compares all that they noted and printed."""

from __future__ import annotations

import copy
import gc
import importlib
import os
import random
import signal
import sys
import tempfile
import threading
import traceback
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import torch
import torch._decomp.decompositions_for_jvp
import torch._dynamo  # every optimizer loads it: here once, and not in each fork
import torch.func
import torch.profiler

from transparent.generated.trace import Run, without_addresses
from transparent.generated.writing import Written, features, write
from transparent.observe import difference, seed
from transparent.recording import WAYS, RecorderFailed, recorded
from transparent.workers import run_all

TOGETHER = 20  # programs in one fork
SECONDS = 20  # for one of them


@dataclass
class Found:
    """What became of some programs, over all ways of recording."""

    tried: int = 0
    identical: int = 0
    unsteady: list[str] = field(default_factory=list)
    different: list[tuple[Written, str, str]] = field(default_factory=list)  # program, way, what


def compare_numbers(
    numbers: Sequence[int], seed_of_all: int, chosen: Sequence[str], ways: tuple[str, ...] = WAYS[1:]
) -> Found:
    """The programs of these numbers; what differs among the others is tried once more alone."""
    programs = [write(seed_of_all, number, chosen) for number in numbers]
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        files = [_put(program, folder, number) for number, program in zip(numbers, programs, strict=True)]
        seen = _seen(files, ("plain", *ways))
    for way in ways:
        for program, one, other in zip(programs, seen["plain"], seen[way], strict=True):
            found.tried += 1
            if "trouble" not in one and difference(one, other) is None:
                found.identical += 1
            else:
                _judge(program, way, found)
    return found


def _judge(program: Written, way: str, found: Found) -> None:
    different, unsteady = compare_alone(program, way)
    if unsteady:
        found.unsteady.append(f"{program.title} {unsteady}")
    elif different:
        found.different.append((program, way, different))
    else:
        found.unsteady.append(f"{program.title} {way}: differs only after the programs before it")


def compare_alone(program: Written, way: str) -> tuple[str | None, str | None]:
    """How this way differs from the plain one, and where it does, how two plain runs do."""
    with tempfile.TemporaryDirectory() as folder:
        files = [_put(program, folder, 0)]
        (plain,), (other,), (again,) = _seen(files, ("plain", way, "plain again")).values()
    different = difference(plain, other) or plain.get("trouble")
    return different, difference(plain, again) if different else None


def _seen(files: Sequence[str], ways: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """From one line for all ways: a program that prints its stack prints ours below it."""
    return {way: observe(files, way.partition(" ")[0]) for way in ways}


def observe(files: Sequence[str], way: str) -> list[dict[str, Any]]:
    """All that can be seen of these programs, which run one after the other in a fork."""
    with tempfile.TemporaryDirectory() as out:
        task = ("", partial(_be_the_programs, files, way, out))
        ((_, seen, trouble),) = run_all([task], 1, SECONDS + len(files) * SECONDS / 10)
    if seen is not None:
        return list(seen)
    if len(files) == 1:
        return [{"trouble": trouble}]
    return [observe([file], way)[0] for file in files]


def _put(program: Written, folder: str, number: int) -> str:
    file = Path(folder) / f"generated_{number}.py"
    file.write_text(program.text)
    return str(file)


def _be_the_programs(files: Sequence[str], way: str, out: str) -> list[dict[str, Any]]:
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(Path(out) / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
    # What a runner of tests has put there keeps the frames of every error.
    threading.excepthook, sys.excepthook, sys.unraisablehook = (
        threading.__excepthook__,
        sys.__excepthook__,
        sys.__unraisablehook__,
    )
    warnings.resetwarnings()
    warnings.simplefilter("default")
    torch.set_num_threads(1)
    torch.ones((), requires_grad=True).exp()  # autograd's engine, before there are threads that would race to make it
    with torch.profiler.record_function("what is loaded at the first step of an optimizer"):
        os.environ["WHYGRAD_TESTING"] = ""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(Path(files[0]).parent))
    gc.disable()  # the collector comes by the number of allocations, which recording changes
    gc.freeze()  # what torch made at its import is not gone through each time that a program asks for the collector
    return [_one(file, way, out) for file in files]


def _one(file: str, way: str, out: str) -> dict[str, Any]:
    sizes = {name: os.path.getsize(Path(out) / name) for name in ("stdout", "stderr")}
    filters, handler = copy.copy(warnings.filters), signal.getsignal(signal.SIGALRM)
    gc.collect()
    seed()
    seen: dict[str, Any] = {"error": None, "recorder": None}
    try:
        with recorded(way):
            _work(file, seen)
    except RecorderFailed as failed:
        seen["recorder"] = str(failed)
    except Exception:
        seen["recorder"] = traceback.format_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    for name, size in sizes.items():
        seen[name] = without_addresses((Path(out) / name).read_bytes()[size:].decode(errors="replace"))
    warnings.filters[:] = filters
    warnings._filters_mutated() if hasattr(warnings, "_filters_mutated") else warnings._filters_mutated_lock_held()
    signal.signal(signal.SIGALRM, handler)
    torch.set_grad_enabled(True)
    torch.autograd.set_detect_anomaly(False)
    return seen


def _work(file: str, seen: dict[str, Any]) -> None:
    run = Run()
    seen["events"] = run.events
    try:
        importlib.import_module(Path(file).stem).program(run)
        gc.collect()
        run.values.clear()
        run.held.clear()
        run.note("all let go")
        gc.collect()
    except BaseException:
        seen["error"] = traceback.format_exc()
    torch.set_grad_enabled(True)


def chosen_features(without: Sequence[str] = (), only: Sequence[str] = ()) -> list[str]:
    """All but some; `only` names them all."""
    unknown = set([*without, *only]) - set(features())
    if unknown:
        raise SystemExit(f"no such feature: {', '.join(sorted(unknown))}; there are {', '.join(features())}")
    return list(only) or [name for name in features() if name not in without]


def fresh_seed() -> int:
    return random.SystemRandom().randrange(10**6)
