"""Runs one program in every way, each in a fork of its own, and compares all that can be seen of it."""

from __future__ import annotations

import importlib
import os
import re
import sys
import tempfile
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

import torch
import torch._dynamo  # every optimizer loads it: here once, and not in each fork

from transparent.observe import Describer, difference, random_state, seed
from transparent.recording import WAYS, recorded
from transparent.workers import run_all

Program = Callable[[], Any]
SECONDS = 280
HERE = Path(__file__).parent
LOGGED_AT = re.compile(r"^([VIWEC])\d{4} [\d:.]+ \d+")


def _programs() -> dict[str, Program]:
    """Every public function of the files `programs_*.py`; those for an accelerator where there is one."""
    found: dict[str, Program] = {}
    for file in sorted(HERE.glob("programs_*.py")):
        if file.stem == "programs_cuda" and not _has_accelerator():
            continue
        module = importlib.import_module(f"transparent.{file.stem}")
        for name, value in vars(module).items():
            own = isinstance(value, FunctionType) and value.__module__ == module.__name__
            if own and not name.startswith("_"):
                found[f"{file.stem.removeprefix('programs_')}.{name}"] = value
    return found


def _has_accelerator() -> bool:
    """Asked of the driver's own library: once torch has asked, its forks can use no accelerator any more."""
    os.environ["PYTORCH_NVML_BASED_CUDA_CHECK"] = "1"
    return torch.cuda.is_available()


PROGRAMS = _programs()
NOT_FORKED = {PROGRAMS["system.operations_profiled_with_shapes_and_stacks"]}  # torch's profiler dies in a fork

# Differences that are explained in docs/limits.md, with a part of what whygrad itself must say of them.
KNOWN = {
    "frames.frames_walked_outwards": "`f_back` reaches whygrad's own frames",
    "compiled.steps_of_optimizers": "steps an optimizer in compiled code",
    "compilers.compiled_step_with_everything_inside": "steps an optimizer in compiled code",
    "tensors.copies_and_pickles": "`torch.from_numpy` was pickled",
    "cuda.memory_step_by_step": "take memory on cuda",
    "cuda.memory_at_its_peak": "take memory on cuda",
}


@dataclass
class Verdict:
    """What became of one program, over all ways of recording."""

    tried: int = 0
    identical: int = 0
    unsteady: int = 0
    known: list[str] = field(default_factory=list)  # explained in the docs, and told by whygrad
    different: list[str] = field(default_factory=list)


def compare_program(name: str, ways: tuple[str, ...] = WAYS[1:]) -> Verdict:
    program, verdict = PROGRAMS[name], Verdict()
    queue = ["plain", *ways]
    seen: list[dict[str, Any]] = []
    told: dict[str, list[str]] = {}
    for way in queue:  # all from one line: a program that prints its stack prints ours below it
        seen.append(observe(program, way))
        told[way] = seen[-1].pop("told", [])
        if len(seen) == len(ways) + 1 == len(queue) and any(difference(seen[0], other) for other in seen[1:]):
            queue.append("plain")
    verdict.tried = len(ways)
    if seen[0]["trouble"]:
        verdict.different.append(f"plain: {seen[0]['trouble']}")  # nothing was compared
        return verdict
    for way, found in zip(ways, [difference(seen[0], other) for other in seen[1:]], strict=False):
        if found is None:
            verdict.identical += 1
        elif difference(seen[0], seen[-1]) is not None:
            verdict.unsteady += 1
        elif name in KNOWN and any(KNOWN[name] in line for line in told[way]):
            verdict.known.append(f"{way}: {KNOWN[name]}")
        else:
            verdict.different.append(f"{way}: {found}")
    return verdict


def observe(program: Program, way: str) -> dict[str, Any]:
    """All that can be seen of one run."""
    with tempfile.TemporaryDirectory() as folder:
        start = "spawn" if program in NOT_FORKED else "fork"
        for _, seen, trouble in run_all([("", partial(_be_the_program, program, way, folder))], 1, SECONDS, start):
            out = {name: _text_of(Path(folder) / name) for name in ("stdout", "stderr")}
            return {"trouble": trouble, **(seen or {}), **out}
    raise AssertionError("one task gives one result")


def _text_of(file: Path) -> str:
    """What was written there, without the times and processes that the profiler and torch's log give."""
    lines = file.read_text(errors="replace").splitlines(keepends=True)
    return "".join(LOGGED_AT.sub(r"\1", line) for line in lines if not line.startswith("USDT:"))


def _be_the_program(program: Program, way: str, folder: str) -> dict[str, Any]:
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(Path(folder) / name, os.O_WRONLY | os.O_CREAT), number)
    # The program's own names for them must not be those of the process that forked it.
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
    torch.set_num_threads(1)
    os.environ["WHYGRAD_TESTING"] = ""
    seed()
    seen: dict[str, Any] = {"error": None}

    def work() -> None:
        try:
            seen["result"] = Describer().of(program())
        except Exception:
            seen["error"] = traceback.format_exc()
        seen["random"] = random_state()
        seen["grad mode"] = torch.is_grad_enabled()
        seen["modes"] = torch._C._len_torch_function_stack() - (way != "plain"), torch._C._len_torch_dispatch_stack()

    with recorded(way) as told:
        work()
    sys.stdout.flush()
    sys.stderr.flush()
    return {**seen, "told": told}
