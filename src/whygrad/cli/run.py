"""`whygrad run`: a program runs as under `python`, and what it did to its gradients is told at its end."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from whygrad._version import __version__
from whygrad.cli.ending import Ending, process_status
from whygrad.cli.interrupting import Stopped, answering_signals
from whygrad.cli.json_file import prepared, write_json
from whygrad.cli.parser import Parser
from whygrad.cli.program import CannotStart, Program, current_directory
from whygrad.cli.saving import Saving, of_rank
from whygrad.cli.settings import settings_here
from whygrad.cli.sudden_ends import telling_before
from whygrad.cli.torch_check import torch_problem
from whygrad.cli.watch import Watch
from whygrad.own_frames import without_own_frames
from whygrad.render.empty_sarif import empty_sarif
from whygrad.render.out import is_terminal, say

if TYPE_CHECKING:
    from whygrad.policy.judging import Judged
    from whygrad.policy.settings import Settings

USAGE = """whygrad run [OPTION ...] script.py [ARGUMENT ...]
       whygrad run [OPTION ...] -m package.module [ARGUMENT ...]
       whygrad run [OPTION ...] -c "text" [ARGUMENT ...]"""

DESCRIPTION = """\
Run a program as `python` does. The program keeps its output, exceptions and exit status; whygrad reports lost
gradients on stderr afterwards. Everything after the script (or the module's name) belongs to the program,
even if it looks like an option of whygrad.
"""

EXAMPLES = """\
examples:
  whygrad run train.py
  whygrad run train.py --epochs 3 --json metrics.json     both options belong to train.py
  whygrad run --json whygrad.json train.py                write the diagnostics as JSON too
  whygrad run --save run.whygrad train.py                 for `whygrad show run.whygrad`, here or elsewhere
  whygrad run -m package.train --epochs 3                 instead of: python -m package.train --epochs 3
  whygrad run --strict --format github train.py           in CI: annotations, and status 3 if whygrad finds something
"""

STRICT = 3  # the exit status of `--strict`; no other end of ours has it
INTERRUPTED = "interrupted, the diagnosis is incomplete"
NO_PAGE = "<!doctype html><meta charset=utf-8><title>whygrad</title><p>whygrad could not finish its diagnosis.\n"


@dataclass(frozen=True)
class Invocation:
    """What was asked for on the command line."""

    name: str
    module: bool
    arguments: tuple[str, ...]
    json: str | None
    notes: bool
    steady: bool
    check_functions: bool
    eager: bool
    early: bool | None
    verbose: bool
    strict: bool
    format: str
    output: str | None
    save: str | None
    no_source: bool
    save_arguments: bool
    command: str | None = None
    html: str | None = None


@dataclass(frozen=True)
class _Wanted:
    """What is to be told, and where: checked before the program starts."""

    json: str | None
    sarif: str | None
    github: bool
    strict: bool
    saving: Saving | None
    settings: Settings
    broken: str | None  # by a failure of ours
    cwd: str
    verbose: bool
    html: str | None = None


@dataclass(frozen=True)
class _Told:
    """What was told, as the documents to be written."""

    json: str
    sarif: str
    is_alarming: bool = False
    html: str = ""


def main(argv: Sequence[str]) -> int:
    """Run the program and return its own exit status, or 2 where it could not be started."""
    invocation = parse(argv)
    cwd = current_directory()
    try:
        program = _program(invocation)
        wanted = _wanted(invocation, cwd)
        program.prepare()
        problem = torch_problem()
        if problem:
            raise CannotStart(problem)
    except CannotStart as error:
        say(f"whygrad: {error}")
        return error.status
    if invocation.eager:
        os.environ["TORCHDYNAMO_DISABLE"] = "1"  # read when torch loads the compiler, here and in processes it starts
    steady = invocation.steady or wanted.settings.steady
    early = is_terminal() if invocation.early is None else invocation.early
    ways = {"early": early, "report": wanted.html is not None, "timed": wanted.verbose}
    watch = Watch(program.path_entry, invocation.notes, steady, invocation.check_functions, **ways)
    watch.internal_error = wanted.broken
    return _watched(watch, program, wanted)


def _wanted(invocation: Invocation, cwd: str) -> _Wanted:
    settings, broken = settings_here()
    return _Wanted(
        json=None if invocation.json is None else prepared(invocation.json),
        sarif=None if invocation.output is None else prepared(invocation.output, "--output"),
        github=invocation.format == "github",
        strict=invocation.strict,
        saving=_saving(invocation, cwd),
        settings=settings,
        broken=broken,
        cwd=cwd,
        html=None if invocation.html is None else prepared(of_rank(invocation.html), "--html"),
        verbose=invocation.verbose,
    )


def _saving(invocation: Invocation, cwd: str) -> Saving | None:
    """What `--save` asks for."""
    if invocation.save is None:
        return None
    arguments = invocation.arguments if invocation.save_arguments else None
    return Saving(prepared(of_rank(invocation.save), "--save"), arguments, not invocation.no_source, cwd)


def _program(invocation: Invocation) -> Program:
    if invocation.command is not None:
        return Program.from_text(invocation.command, invocation.arguments)
    return Program.from_arguments(invocation.name, invocation.arguments, module=invocation.module)


def parse(argv: Sequence[str]) -> Invocation:
    """Read our options up to the script or `-m`; what follows is left to the program."""
    parser = _parser()
    options, name, module, arguments = parser.parse_program(argv)
    if options.format == "sarif" and options.output is None:
        parser.error("--format sarif needs a file: add --output FILE")
    if options.format != "sarif" and options.output is not None:
        parser.error("--output works only with --format sarif; for JSON, use --json FILE")
    asked = (options.json, options.notes, options.steady, options.check_functions)
    way = (options.eager, options.early, options.verbose)
    told = (options.strict, options.format, options.output)
    saved = (options.save, options.no_source, options.save_arguments)
    return Invocation(name, module, arguments, *asked, *way, *told, *saved, options.command, options.html)


@cache
def _parser() -> Parser:
    parser = Parser(
        prog="whygrad run",
        usage=USAGE,
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.takes_commands = True
    notes = "also report torch's own warnings about gradients, and where the program could notice the recording"
    parser.add_argument("--notes", action="store_true", help=notes)
    steady = "record the first steps of each optimizer, then only a step now and then: cheaper, with fewer findings"
    parser.add_argument("--steady", action="store_true", help=steady)
    check = "check each custom autograd.Function against finite differences; this runs its code a few more times"
    parser.add_argument("--check-functions", action="store_true", help=check)
    eager = "run with torch.compile disabled, so that whygrad sees the lines inside compiled code"
    parser.add_argument("--eager", action="store_true", help=eager)
    early = "report in one line what the first steps show, while the program runs; the default if stderr is a terminal"
    parser.add_argument("--early", action=argparse.BooleanOptionalAction, default=None, help=early)
    verbose = "after a run without findings, print one line: the steps watched, the parameters that learn, and the cost"
    parser.add_argument("-v", "--verbose", action="store_true", help=verbose)
    where = "also write the diagnostics to FILE as JSON, however the program ends; - is standard output"
    parser.add_argument("--json", metavar="FILE", help=where)
    page = "also write an HTML page to FILE: findings, paths of gradients, parameters, order of steps"
    parser.add_argument("--html", metavar="FILE", help=page)
    save = "also save the recording to FILE, for `whygrad show FILE`, without environment variables and arguments"
    parser.add_argument("--save", metavar="FILE", help=save)
    parser.add_argument("--no-source", action="store_true", help="with --save: leave out the program's source")
    kept = "with --save: also save the program's arguments"
    parser.add_argument("--save-arguments", action="store_true", help=kept)
    strict = f"exit with status {STRICT} if the program succeeds but whygrad found an error or a warning"
    parser.add_argument("--strict", action="store_true", help=strict)
    kinds = "github: also print annotations for GitHub Actions; sarif: also write a SARIF file (needs --output)"
    parser.add_argument("--format", choices=("text", "github", "sarif"), default="text", help=kinds)
    parser.add_argument("--output", metavar="FILE", help="the file for --format sarif")
    program = parser.add_argument_group("program")
    # Shown in the help only: parse() takes them before argparse sees them.
    program.add_argument("-m", metavar="MODULE", help="run a module, as `python -m` does")
    program.add_argument("-c", metavar="TEXT", help="run TEXT as a program, as `python -c` does")
    program.add_argument("script", nargs="?", metavar="script.py", help="a script, or a folder or zip with __main__.py")
    program.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="passed to the program")
    return parser


def _watched(watch: Watch, program: Program, wanted: _Wanted) -> int:
    process = os.getpid()

    def suddenly(status: int, gave_up: bool) -> None:
        ended = _done(lambda: watch.end(None, gave_up))
        _tell(watch, program, Ending(None), status, wanted, ended)

    ending = _run(watch, program, suddenly if wanted.json or wanted.sarif or wanted.html else None)
    if os.getpid() != process:
        return _leave(ending, ending.report())  # a fork of the program came out here: the parent does the telling
    ended = _done(lambda: watch.end(ending.failure, ending.gave_up))
    code = ending.report()
    told = _tell(watch, program, ending, code, wanted, ended)
    if wanted.strict and told.is_alarming and code is not None and process_status(code) == 0:
        return STRICT
    return _leave(ending, code)


def _tell(watch: Watch, program: Program, ending: Ending, code: int | None, wanted: _Wanted, ended: bool) -> _Told:
    told: list[_Told] = []
    if not ended or not _done(lambda: told.append(_explained(watch, ending, code, wanted))):
        say(f"whygrad: {INTERRUPTED}")
        told.append(_without_findings(ending, code, limits=[INTERRUPTED]))
    _done(lambda: _write(watch, wanted, told[0]))
    saving = wanted.saving
    if saving is not None:
        _done(lambda: saving.write(watch, program.path_entry, ending.error or ""))
    watch.tell_failure(saving.path if saving is not None else "")
    return told[0]


def _done(act: Callable[[], None]) -> bool:
    """Do it, unless somebody asks to end before it is done."""
    try:
        with answering_signals():
            act()
    except Stopped:
        return False
    return True


def _explained(watch: Watch, ending: Ending, code: int | None, wanted: _Wanted) -> _Told:
    """Tell all that there is to tell, and return the same for the files."""
    judged = watch.judged(watch.diagnoses(), wanted.settings)
    shown = watch.show(judged.findings, wanted.cwd)
    if wanted.github:
        watch.annotate(shown, wanted.cwd)
    told: list[_Told] = []
    with watch.contained():
        told.append(_documents(watch, judged, ending, code, wanted))
    for line in judged.complaints:
        say(f"whygrad: {line}")
    watch.tell_limits(wanted.cwd)
    if wanted.verbose and not shown and ending.error is None:
        watch.tell_health()
    return told[0] if told else _without_findings(ending, code, internal_error=watch.internal_error)


def _write(watch: Watch, wanted: _Wanted, told: _Told) -> None:
    with watch.contained():
        if wanted.json is not None:
            write_json(wanted.json, told.json)
        if wanted.sarif is not None:
            write_json(wanted.sarif, told.sarif, "--output")
        if wanted.html is not None:
            write_json(wanted.html, told.html or NO_PAGE, "--html")


def _run(watch: Watch, program: Program, suddenly: Callable[[int, bool], None] | None = None) -> Ending:
    try:
        watch.start()
    except KeyboardInterrupt as error:  # importing torch takes a while
        without_own_frames(error)
        return Ending(error)
    with telling_before(suddenly, watch.contained) if suddenly is not None else nullcontext():
        return program.execute()


def _without_findings(ending: Ending, code: int | None, **more: object) -> _Told:
    """The findings cannot be written; what is known besides them is."""
    status = process_status(code)
    known = {"schema": 1, "whygrad": __version__, "torch": None, "exit": status, "error": ending.error}
    return _Told(_text({**known, "findings": [], **more}), _text(empty_sarif(__version__, status)))


def _documents(watch: Watch, judged: Judged, ending: Ending, code: int | None, wanted: _Wanted) -> _Told:
    with watch.own_imports():
        from whygrad.render.json import to_json
    common: dict[str, Any] = {"sources": watch.sources, "cwd": wanted.cwd, "whygrad_version": __version__}
    common["exit_status"] = process_status(code)
    allowed = [pair for pair, _ in judged.allowed]
    document = to_json(
        judged.findings, allowed=allowed, error=ending.error, torch_version=watch.torch_version, **common
    )
    if limits := [*watch.limits(wanted.cwd), *filter(None, [watch.stopped])]:
        document["limits"] = limits
    if watch.internal_error is not None:
        document["internal_error"] = watch.internal_error
    sarif = _sarif(watch, judged, common) if wanted.sarif else ""
    html = watch.page(judged.findings, wanted.cwd, ending.error or "") if wanted.html else ""
    return _Told(_text(document), sarif, judged.is_alarming, html)


def _sarif(watch: Watch, judged: Judged, common: dict[str, Any]) -> str:
    with watch.own_imports():
        from whygrad.causes.pages import pages, summary
        from whygrad.render.sarif import to_sarif
    summaries = {name: summary(name, page) for name, page in pages().items()}
    return _text(to_sarif(judged.findings, judged.allowed, summaries=summaries, **common))


def _text(document: dict[str, Any]) -> str:
    return json.dumps(document, indent=2) + "\n"


def _leave(ending: Ending, code: int | None) -> int:
    if code is not None:
        return code
    # Python's own end after Ctrl-C (exit handlers, then death by SIGINT), without a second traceback.
    sys.excepthook = lambda *_: None
    raise ending.exception or KeyboardInterrupt
