"""`whygrad fix`: repairs of what was found, each seen to work in a trial before it is offered."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder
from typing import Any

from whygrad._version import __version__
from whygrad.cli.json_file import prepared, write_json
from whygrad.cli.parser import Parser
from whygrad.cli.program import CannotStart, Program, current_directory
from whygrad.cli.settings import settings_here
from whygrad.cli.torch_check import installed_torch_version, torch_problem
from whygrad.fix.change import Change
from whygrad.fix.copied_folder import Uncopied
from whygrad.fix.files import Files, Refused
from whygrad.fix.footprints import footprint, has_written
from whygrad.fix.report import Report
from whygrad.fix.search import Search, State, Tried
from whygrad.fix.telling import count, document, line_about
from whygrad.fix.trial import Asked, Limits, Runner
from whygrad.fix.verdict import Judgement
from whygrad.render.out import error_stream, say, width_of, write
from whygrad.safe_text import one_line

USAGE = """whygrad fix [OPTION ...] script.py [ARGUMENT ...]
       whygrad fix [OPTION ...] -m package.module [ARGUMENT ...]"""

DESCRIPTION = """\
Run a program and try repairs for what whygrad finds. Each repair runs separately, with the changed text instead
of the file; without --apply, no file is modified. whygrad offers a repair if the finding is gone, the parameters
that got no gradient learn now, and nothing else became worse. It writes the repair to stdout as a diff, and
everything else to stderr.

A trial runs your program: what the program writes to files, databases or services, a trial writes too. In a trial
the environment variable WHYGRAD_TRIAL is 1; --scratch runs trials in a copy of the working directory.
"""

EXAMPLES = """\
examples:
  whygrad fix train.py                         show the change that fixes it
  whygrad fix --apply train.py --epochs 1      write the change too; --epochs belongs to train.py
  whygrad fix train.py | git apply             apply the diff yourself

exit status: 0 if the program is clean, or if a repair for every finding was shown or written; 1 if no trial fixed
a finding, or the change could not be written; 2 if the program could not be started.
"""

MORE_STEPS = 5  # a trial of a long program goes so many steps beyond the one at which the symptom showed
SILENT_STEPS = 16  # steps in which a silent symptom shows
MOST_JOBS = 4


@dataclass(frozen=True)
class Invocation:
    """What was asked for on the command line."""

    asked: Asked
    apply: bool
    tries: int
    seconds: float
    json: str | None
    allow_dirty: bool
    scratch: bool


def main(argv: Sequence[str]) -> int:
    """Search for a repair, and return the exit status."""
    invocation = parse(argv)
    try:
        asked = invocation.asked
        program = Program.from_arguments(asked.name, asked.arguments, module=asked.module)
        if program.kind == "container" and not os.path.isdir(program.file):
            raise CannotStart("a program in a zip file can't be changed: unpack it")
        if program.kind == "module" and not _is_there(program.name):
            raise CannotStart(f"no module named {program.name.partition('.')[0]!r}")
        json_path = None if invocation.json is None else prepared(invocation.json)
        settings_here()  # each run reads them: a mistake in them is told before the first
        if problem := torch_problem():
            raise CannotStart(problem)
    except CannotStart as error:
        say(f"whygrad: {error}")
        return error.status
    runner = Runner(invocation.asked, invocation.scratch)
    try:
        return _Fixing(invocation, runner, json_path, current_directory()).run()
    except KeyboardInterrupt:
        runner.stop()
        say("whygrad: interrupted; no file was changed")
        return 130
    except Uncopied as error:
        runner.stop()
        say(f"whygrad: no repair was tried: {error}")
        return 1


def parse(argv: Sequence[str]) -> Invocation:
    """Read our options up to the script or `-m`; what follows is left to the program."""
    parser = _parser()
    options, name, module, arguments = parser.parse_program(argv)
    if options.tries < 1:
        parser.error("--tries must be at least 1")
    if not options.seconds > 0:
        parser.error("--seconds must be greater than 0")
    asked = Asked(name, module, arguments)
    chosen = (options.apply, options.tries, options.seconds, options.json, options.allow_dirty, options.scratch)
    return Invocation(asked, *chosen)


def _parser() -> Parser:
    parser = Parser(
        prog="whygrad fix",
        usage=USAGE,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--apply", action="store_true", help="write the change if it fixes every finding")
    dirty = "also write to files with uncommitted changes in git"
    parser.add_argument("--allow-dirty", action="store_true", help=dirty)
    parser.add_argument("--tries", type=int, default=12, metavar="N", help="trials for each finding (default: 12)")
    limit = "end each run after S seconds (default: 60)"
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help=limit)
    scratch = "run each trial in a copy of the working directory"
    parser.add_argument("--scratch", action="store_true", help=scratch)
    parser.add_argument("--json", metavar="FILE", help="also write the findings and all trials to FILE as JSON")
    program = parser.add_argument_group("program")
    # Shown in the help only: parse() takes them before argparse sees them.
    program.add_argument("-m", metavar="MODULE", help="run a module, as `python -m` does")
    program.add_argument("script", nargs="?", metavar="script.py", help="a script, or a folder with __main__.py")
    program.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="passed to the program")
    return parser


def _is_there(module: str) -> bool:
    """Is there such a module, or the package it is in? Nothing of the program runs for this."""
    top = module.partition(".")[0]
    path = [current_directory(), *sys.path[1:]]
    return top in sys.builtin_module_names or PathFinder.find_spec(top, path) is not None


class _Fixing:
    """One use of the command."""

    def __init__(self, invocation: Invocation, runner: Runner, json_path: str | None, cwd: str) -> None:
        self._asked, self._runner, self._json, self._cwd = invocation, runner, json_path, cwd
        self._files = Files()
        self._first = Report(0)
        self._numbers: dict[int, int] = {}  # of the trials, by their changes
        self._written = False
        self._writes = True  # the program leaves files in the working directory

    def run(self) -> int:
        before = footprint(self._cwd)
        self._first = self._runner.first(Limits(self._asked.seconds), _show, _show)
        self._writes = has_written(before, footprint(self._cwd))
        if self._first.over:
            say(f"whygrad: the first run {self._first.over}")
        if not self._first.alarms:
            return self._nothing_to_do()
        search = Search(self._run, self._read, self._asked.tries, self._jobs(), self._tell)
        state = search.from_first(self._first)
        status = self._outcome(state, search.tried)
        self._write_json(state, search.tried)
        return status

    def _nothing_to_do(self) -> int:
        self._write_json(State(self._first), [])
        if self._first.is_clean:
            say(f"whygrad: nothing to repair{' in what it did until then' if self._first.over else ''}")
            return 0
        say("whygrad: the program fails, and whygrad finds no reason in its gradients")
        return 1

    def _run(self, texts: Any) -> Report:
        steps = self._first.steps if self._first.error is not None else min(self._first.steps, SILENT_STEPS)
        return self._runner.trial(texts, Limits(self._asked.seconds, steps + MORE_STEPS))

    def _read(self, file: str) -> str | None:
        return self._files.read(file, self._first.texts.get(file))

    def _jobs(self) -> int:
        """How many trials run at a time: those of a program that others would disturb run alone."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        alone = self._first.alone or (self._writes and not self._asked.scratch)
        return 1 if alone else max(1, min(MOST_JOBS, cores))

    def _tell(self, change: Change, judgement: Judgement | None) -> None:
        """The progress: what runs, on a terminal alone, where the next line is written over it; and each verdict."""
        number = self._numbers.setdefault(id(change), len(self._numbers) + 1)
        line = line_about(number, change, judgement, self._cwd)
        stream = error_stream()
        if judgement is not None:
            say(line)
        elif stream is not None and stream.isatty():
            stream.write(f"{one_line(line)[: width_of(stream) - 1]}\r")
            stream.flush()

    def _outcome(self, state: State, tried: list[Tried]) -> int:
        if not state.changes:
            told = f"no repair worked in {count(len(tried), 'trial')}" if tried else "no repair is known for this"
            say(f"whygrad: {told}")
            return 1
        write(self._files.diff(state.texts, self._cwd), sys.stdout)
        sys.stdout.flush()
        if not state.report.is_repaired(self._first):
            left = len(state.report.alarms)
            unwritten = "; nothing was written" if self._asked.apply else ""
            say(f"whygrad: {count(left, 'finding')} remain{'s' if left == 1 else ''}{unwritten}")
            return 1
        return self._apply(state) if self._asked.apply else 0

    def _apply(self, state: State) -> int:
        try:
            self._files.write(state.texts, self._asked.allow_dirty)
        except Refused as refused:
            say(f"whygrad: nothing was written: {refused}")
            return 1
        self._written = True
        say(f"whygrad: changed {', '.join(os.path.relpath(file, self._cwd) for file in state.texts)}")
        return 0

    def _write_json(self, state: State, tried: list[Tried]) -> None:
        if self._json is None:
            return
        known = {"schema": 1, "whygrad": __version__, "torch": installed_torch_version()}
        told = document(self._first, state, tried, self._cwd)
        diff = self._files.diff(state.texts, self._cwd)
        write_json(self._json, json.dumps({**known, **told, "diff": diff, "applied": self._written}, indent=2) + "\n")


def _show(chunk: bytes) -> None:
    """What the program prints in its first run, on stderr: stdout is for the diff."""
    stream = error_stream()
    if stream is not None:
        try:
            stream.write(chunk.decode("utf-8", "replace"))
            stream.flush()
        except (OSError, ValueError):
            return
