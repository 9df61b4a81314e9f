"""Runs a whole program under `whygrad run` in a fork of the test process: isolated, and torch is loaded once."""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

LONGEST = 120  # seconds


@dataclass(frozen=True)
class Outcome:
    status: int
    stdout: str
    stderr: str
    findings: list[dict]
    document: dict = field(default_factory=dict)  # the whole of what `--json` wrote

    @property
    def alarms(self) -> list[dict]:
        return [f for f in self.findings if f["severity"] in ("error", "warning")]

    @property
    def raised(self) -> bool:
        """Did an error end the program?"""
        return "Traceback (most recent call last)" in self.stderr

    @property
    def diagnostics(self) -> str:
        """What whygrad said, without the program's own stderr before it."""
        for start in ("error[", "warning[", "note["):
            if start in self.stderr:
                return self.stderr[self.stderr.index(start) :]
        return ""


def run_program(folder: Path, out: Path, *arguments: str) -> Outcome:
    """`whygrad run main.py` (or `arguments`) in `folder`; files it needs are written to `out`."""
    return start_program(folder, out, *arguments)()


def start_program(
    folder: Path, out: Path, *arguments: str, plain: bool = False, prepare: Callable[[], object] | None = None
) -> Callable[[], Outcome]:
    """As `run_program`, but return at once how to wait for the outcome; `prepare` is called in the fork.

    Where it is `plain`, the program runs without whygrad.
    """
    report = out / "report.json"
    command = list(arguments or ("main.py",))
    wait = start_command(
        folder, out, command if plain else ["run", "--json", str(report), *command], plain=plain, prepare=prepare
    )

    def finish() -> Outcome:
        status = wait()
        document = json.loads(report.read_text() or "{}") if report.exists() else {}
        texts = (out / "stdout").read_text(), (out / "stderr").read_text()
        return Outcome(status, *texts, document.get("findings", []), document)

    return finish


def start_command(
    folder: Path, out: Path, argv: list[str], plain: bool = False, prepare: Callable[[], object] | None = None
) -> Callable[[], int]:
    """Start `whygrad` with any arguments in a fork, and return at once how to wait for its status."""
    _load_once()
    out.mkdir(parents=True, exist_ok=True)
    files = _runners_files()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        signal.alarm(LONGEST)  # what hangs is ended by the system, and its status tells
        _become(folder, out, argv, plain, prepare, files)
    return lambda: os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@cache
def _load_once() -> None:
    """Load here what each fork would load, and compile, for itself: torch, and all of whygrad."""
    import torch
    import torch._dynamo  # every optimizer loads it

    import whygrad
    from whygrad.causes import all_causes

    for module in pkgutil.walk_packages(whygrad.__path__, "whygrad."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    all_causes()
    torch.set_num_threads(1)


def _become(
    folder: Path,
    out: Path,
    argv: list[str],
    plain: bool,
    prepare: Callable[[], object] | None,
    files: dict[str, bool],
) -> None:
    """In the fork: be the command, and never return into pytest."""
    status = 70
    try:
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(out / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        sys.stdin = open(os.devnull)  # noqa: SIM115
        sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
        sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr
        import torch

        # A fork makes torch's pool of threads and autograd's engine anew when it first computes. Where two threads do
        # so at once, both destroy the old one, and Python dies: so it is done before there are threads.
        torch.set_num_threads(1)
        torch.ones((), requires_grad=True).exp()
        gc.callbacks.clear()  # of the runner's libraries: what is raised there is lost
        gc.freeze()  # the collector would walk over, and so copy, all that the runner has loaded
        os.chdir(folder)
        os.environ["NO_COLOR"] = "1"
        sys.dont_write_bytecode = True
        _hide(files)
        if prepare is not None:
            prepare()
        try:
            status = _run_plainly(argv) if plain else _run_watched(argv)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _runners_files() -> dict[str, bool]:
    """The files of all that is loaded or runs now: asked before the fork, which would copy each page it reads."""
    files = dict(_loaded_files(len(sys.modules)))
    frame = sys._getframe()
    while frame is not None:
        files[frame.f_code.co_filename] = False
        frame = frame.f_back
    return files


@lru_cache(maxsize=1)
def _loaded_files(_: int) -> dict[str, bool]:
    return {str(getattr(module, "__file__", "")): False for module in list(sys.modules.values())}


def _hide(files: dict[str, bool]) -> None:
    """Under the command nothing of the user's is there before the program: what is there now is taken for ours."""
    from whygrad.source.owner import Ownership

    original = Ownership.__init__

    def __init__(self: Ownership, *args: object, **kwargs: object) -> None:
        original(self, *args, **kwargs)
        self.update(files)

    Ownership.__init__ = __init__


def _run_watched(argv: list[str]) -> int:
    from whygrad.cli import main

    return main(argv) or 0


def _run_plainly(argv: list[str]) -> int:
    from whygrad.cli.program import Program

    program = Program.from_arguments(argv[0], argv[1:], module=False)
    program.prepare()
    return program.execute().report() or 0
