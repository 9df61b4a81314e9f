"""`whygrad run`: a program runs as under `python`, and what it did to its gradients is told at its end."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad._version import __version__
from whygrad.cli.ending import Ending, process_status
from whygrad.cli.interrupting import Stopped, answering_signals
from whygrad.cli.json_file import prepared, write_json
from whygrad.cli.parser import Parser
from whygrad.cli.program import CannotStart, Program, current_directory
from whygrad.cli.sudden_ends import telling_before
from whygrad.cli.torch_check import torch_problem
from whygrad.cli.watch import Watch
from whygrad.own_frames import without_own_frames
from whygrad.render.out import say

if TYPE_CHECKING:
    from whygrad.cli.watch import Pairs

USAGE = """whygrad run [--notes] [--steady] [--check-functions] [--json FILE] script.py [ARGUMENT ...]
       whygrad run [--notes] [--steady] [--check-functions] [--json FILE] -m package.module [ARGUMENT ...]
       whygrad run [--notes] [--steady] [--check-functions] [--json FILE] -c "text" [ARGUMENT ...]"""

DESCRIPTION = """\
Run a program in place of `python`. Its output, its exceptions and its exit status stay its own; what
whygrad has to say about gradients that were lost follows on stderr. All that stands after the script
(or after the module's name) belongs to the program, also what looks like an option of whygrad.
"""

EXAMPLES = """\
examples:
  whygrad run train.py
  whygrad run train.py --epochs 3 --json metrics.json     both options are train.py's
  whygrad run --json whygrad.json train.py                the diagnostics also as JSON
  whygrad run -m package.train --epochs 3                 instead of: python -m package.train --epochs 3
"""


INTERRUPTED = "interrupted, the diagnosis is incomplete"


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
    command: str | None = None


def main(argv: Sequence[str]) -> int:
    """Run the program and return its own exit status, or 2 where it could not be started."""
    invocation = parse(argv)
    cwd = current_directory()
    try:
        if invocation.command is not None:
            program = Program.from_text(invocation.command, invocation.arguments)
        else:
            program = Program.from_arguments(invocation.name, invocation.arguments, module=invocation.module)
        json_path = None if invocation.json is None else prepared(invocation.json)
        program.prepare()
        problem = torch_problem()
        if problem:
            raise CannotStart(problem)
    except CannotStart as error:
        say(f"whygrad: {error}")
        return error.status
    watch = Watch(program.path_entry, invocation.notes, invocation.steady, invocation.check_functions)
    return _watched(watch, program, json_path, cwd)


def parse(argv: Sequence[str]) -> Invocation:
    """Read our options up to the script or `-m`; what follows is left to the program."""
    parser = _parser()
    options, name, module, arguments = parser.parse_program(argv)
    asked = (options.json, options.notes, options.steady, options.check_functions)
    return Invocation(name, module, arguments, *asked, options.command)


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
    notes = "also tell of what is worth knowing: torch's own warnings, and where recording could be noticed"
    parser.add_argument("--notes", action="store_true", help=notes)
    steady = "record the first steps of an optimizer, then one at growing intervals: next to no cost, and less is seen"
    parser.add_argument("--steady", action="store_true", help=steady)
    check = "compare each autograd.Function of the program's with differences; this runs its code a few times more"
    parser.add_argument("--check-functions", action="store_true", help=check)
    parser.add_argument(
        "--json",
        metavar="FILE",
        help="also write the diagnostics to FILE, however the program ends; - is standard output",
    )
    program = parser.add_argument_group("program")
    # Shown in the help only: parse() takes them before argparse sees them.
    program.add_argument("-m", metavar="MODULE", help="run a module, as `python -m` does")
    program.add_argument("-c", metavar="TEXT", help="run a program that is given as text, as `python -c` does")
    program.add_argument("script", nargs="?", metavar="script.py", help="a script, or a folder or zip with __main__.py")
    program.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="passed on to the program")
    return parser


def _watched(watch: Watch, program: Program, json_path: str | None, cwd: str) -> int:
    process = os.getpid()

    def suddenly(status: int, gave_up: bool) -> None:
        ended = _done(lambda: watch.end(None, gave_up))
        _tell(watch, Ending(None), status, json_path, cwd, ended)

    ending = _run(watch, program, suddenly if json_path is not None else None)
    if os.getpid() != process:
        return _leave(ending, ending.report())  # a fork of the program came out here: the parent does the telling
    ended = _done(lambda: watch.end(ending.failure, ending.gave_up))
    code = ending.report()
    _tell(watch, ending, code, json_path, cwd, ended)
    return _leave(ending, code)


def _tell(watch: Watch, ending: Ending, code: int | None, json_path: str | None, cwd: str, ended: bool) -> None:
    documents: list[str] = []
    if not ended or not _done(lambda: documents.append(_explained(watch, ending, code, cwd))):
        say(f"whygrad: {INTERRUPTED}")
        documents.append(_without_findings(ending, code, limits=[INTERRUPTED]))
    if json_path is not None:
        _done(lambda: _write(watch, json_path, documents[0]))
    watch.tell_failure()


def _done(act: Callable[[], None]) -> bool:
    """Do it, unless somebody asks to end before it is done."""
    try:
        with answering_signals():
            act()
    except Stopped:
        return False
    return True


def _explained(watch: Watch, ending: Ending, code: int | None, cwd: str) -> str:
    """Tell all that there is to tell, and return the same for `--json`."""
    pairs = watch.diagnoses()
    watch.show(pairs, cwd)
    text = ""
    with watch.contained():
        text = _document(watch, pairs, ending, code, cwd)
    watch.tell_limits(cwd)
    return text or _without_findings(ending, code, internal_error=watch.internal_error)


def _write(watch: Watch, path: str, document: str) -> None:
    with watch.contained():
        write_json(path, document)


def _run(watch: Watch, program: Program, suddenly: Callable[[int, bool], None] | None = None) -> Ending:
    try:
        watch.start()
    except KeyboardInterrupt as error:  # importing torch takes a while
        without_own_frames(error)
        return Ending(error)
    with telling_before(suddenly) if suddenly is not None else nullcontext():
        return program.execute()


def _without_findings(ending: Ending, code: int | None, **more: object) -> str:
    """The findings cannot be written; what is known besides them is."""
    known = {"schema": 1, "whygrad": __version__, "torch": None, "exit": process_status(code), "error": ending.error}
    return json.dumps({**known, "findings": [], **more}, indent=2) + "\n"


def _document(watch: Watch, pairs: Pairs, ending: Ending, code: int | None, cwd: str) -> str:
    with watch.own_imports():
        from whygrad.render.json import to_json
    document = to_json(
        pairs,
        exit_status=process_status(code),
        error=ending.error,
        torch_version=watch.torch_version,
        whygrad_version=__version__,
        sources=watch.sources,
        cwd=cwd,
    )
    if limits := [*watch.limits(cwd), *filter(None, [watch.stopped])]:
        document["limits"] = limits
    if watch.internal_error is not None:
        document["internal_error"] = watch.internal_error
    return json.dumps(document, indent=2) + "\n"


def _leave(ending: Ending, code: int | None) -> int:
    if code is not None:
        return code
    # Python's own end after Ctrl-C (exit handlers, then death by SIGINT), without a second traceback.
    sys.excepthook = lambda *_: None
    raise ending.exception or KeyboardInterrupt
