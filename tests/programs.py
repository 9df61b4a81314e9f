"""Runs a whole program under `whygrad run` in a fork of the test process: isolated, and torch is loaded once."""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import linecache
import os
import pkgutil
import signal
import sys
import traceback
from collections import ChainMap
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

LONGEST = 120  # seconds
Files = ChainMap[str, None]


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

    return lambda: outcome_in(out, wait())


def outcome_in(out: Path, status: int) -> Outcome:
    """What a program has left there."""
    report = out / "report.json"
    document = json.loads(report.read_text() or "{}") if report.exists() else {}
    texts = (out / "stdout").read_text(), (out / "stderr").read_text()
    return Outcome(status, *texts, document.get("findings", []), document)


def start_command(
    folder: Path, out: Path, argv: list[str], plain: bool = False, prepare: Callable[[], object] | None = None
) -> Callable[[], int]:
    """Start `whygrad` with any arguments in a fork, and return at once how to wait for its status."""
    load_once()
    out.mkdir(parents=True, exist_ok=True)
    files = runners_files()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        signal.alarm(LONGEST)  # what hangs is ended by the system, and its status tells

        def begin() -> None:
            for number, name in ((0, os.devnull), (1, out / "stdout"), (2, out / "stderr")):
                os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)

        be_command(argv, begin, folder, plain, prepare, files)
    return lambda: os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@cache
def load_once() -> None:
    """Load here what each fork would load, and compile, for itself: torch, and all of whygrad."""
    import torch
    import torch._dynamo  # every optimizer loads it

    import whygrad
    from whygrad.causes import all_causes
    from whygrad.cli.run import parse
    from whygrad.cli.torch_check import installed_torch_version
    from whygrad.diagnose import whole_panel
    from whygrad.record.copying.own_modules import LOADED
    from whygrad.record.seam.torch_modes import keep_out_of_compiler
    from whygrad.record.unseen.out_of_sight import OURS
    from whygrad.record.watchers import all_watchers

    for module in pkgutil.walk_packages(whygrad.__path__, "whygrad."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for kept in (all_causes, whole_panel, all_watchers, installed_torch_version, LOADED.files):
        kept()
    parse(["main.py"])  # the patterns of argparse are compiled once
    if (undo := keep_out_of_compiler(OURS)) is not None:
        undo()  # and so are those of the compiler, with us and without
    traceback.format_stack()  # each seeding of torch asks for it: the lines of what runs here are read once
    for module in (torch.random, torch.cuda, torch.xpu, torch.mps):
        linecache.getlines(str(module.__file__))
    with contextlib.suppress(ImportError):
        importlib.import_module("torch.profiler._cupti_monitor")  # every optimizer of some versions loads it
    torch.set_num_threads(1)


def be_command(
    argv: list[str],
    begin: Callable[[], None],
    folder: Path,
    plain: bool,
    prepare: Callable[[], object] | None,
    files: Files,
) -> None:
    """In a fork: be the command, and never return into pytest; `begin` puts its input and output where they belong."""
    status = 70
    try:
        begin()
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
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
        hide(files)
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


def runners_files() -> Files:
    """The files of all that is loaded or runs now: asked before the fork, which would copy each page it reads."""
    running = set()
    frame = sys._getframe()
    while frame is not None:
        running.add(frame.f_code.co_filename)
        frame = frame.f_back
    return ChainMap(dict.fromkeys(running), _loaded_files(len(sys.modules)))


@lru_cache(maxsize=1)
def _loaded_files(_: int) -> dict[str, None]:
    return dict.fromkeys(str(getattr(module, "__file__", "")) for module in list(sys.modules.values()))


def hide(files: Files) -> None:
    """Under the command nothing of the user's is there before the program: what is there now is taken for ours."""
    from whygrad.source.owner import Ownership

    original = Ownership._is_own
    # Looked up, not copied: what counts references to thousands of names copies the pages they are on.
    Ownership._is_own = lambda self, file: file not in files and original(self, file)


def _run_watched(argv: list[str]) -> int:
    from whygrad.cli import main

    return main(argv) or 0


def _run_plainly(argv: list[str]) -> int:
    from whygrad.cli.program import Program

    program = Program.from_arguments(argv[0], argv[1:], module=False)
    program.prepare()
    return program.execute().report() or 0
