"""Runs one program in every way, each in a fork of its own, and compares all that can be seen of it."""

from __future__ import annotations

import importlib
import os
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
from transparent.recording import WAYS, run_recorded
from transparent.workers import run_all

Program = Callable[[], Any]
SECONDS = 120
HERE = Path(__file__).parent


def _programs() -> dict[str, Program]:
    """Every public function of the files `programs_*.py`."""
    found: dict[str, Program] = {}
    for file in sorted(HERE.glob("programs_*.py")):
        module = importlib.import_module(f"transparent.{file.stem}")
        for name, value in vars(module).items():
            own = isinstance(value, FunctionType) and value.__module__ == module.__name__
            if own and not name.startswith("_"):
                found[f"{file.stem.removeprefix('programs_')}.{name}"] = value
    return found


PROGRAMS = _programs()


@dataclass
class Verdict:
    """What became of one program, over all ways of recording."""

    tried: int = 0
    identical: int = 0
    unsteady: int = 0
    different: list[str] = field(default_factory=list)


def compare_program(program: Program, ways: tuple[str, ...] = WAYS[1:]) -> Verdict:
    verdict = Verdict()
    plain = observe(program, "plain")
    for way in ways:
        verdict.tried += 1
        found = difference(plain, observe(program, way))
        if found is None:
            verdict.identical += 1
        elif difference(plain, observe(program, "plain")) is not None:
            verdict.unsteady += 1
        else:
            verdict.different.append(f"{way}: {found}")
    return verdict


def observe(program: Program, way: str) -> dict[str, Any]:
    """All that can be seen of one run."""
    with tempfile.TemporaryDirectory() as folder:
        for _, seen, trouble in run_all([("", partial(_be_the_program, program, way, folder))], 1, SECONDS):
            out = {name: (Path(folder) / name).read_text(errors="replace") for name in ("stdout", "stderr")}
            return {"trouble": trouble, **(seen or {}), **out}
    raise AssertionError("one task gives one result")


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

    run_recorded(way, work)
    sys.stdout.flush()
    sys.stderr.flush()
    return seen
