"""The command `whygrad`: one file a command; nothing here imports torch."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence

from whygrad import c_part
from whygrad._version import __version__
from whygrad.cli import explain, run, show
from whygrad.cli.parser import Parser
from whygrad.cli.torch_check import installed_torch_version
from whygrad.fix import CHILD
from whygrad.render.out import write

DESCRIPTION = """\
Find out why a PyTorch gradient was lost.

Run your program with `whygrad run` instead of `python`. It runs as usual; if a gradient is lost, whygrad
names the line that lost it and how to fix it. For a healthy program, whygrad prints nothing.
"""

EXAMPLES = """\
examples:
  whygrad run train.py --lr 0.1         instead of: python train.py --lr 0.1
  whygrad run -m package.train          instead of: python -m package.train
  whygrad fix train.py                  try repairs, and show the one that works
  whygrad show run.whygrad              diagnose a run that `whygrad run --save` saved
  whygrad explain                       list the causes that whygrad knows
  whygrad explain detached-tensor       explain one cause, and how to fix it
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; after Ctrl-C in the program, leave as Python does."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments:
        _parser().print_help(sys.stderr)
        return 2
    if arguments[0] == "run":
        # By hand, because all that follows the script is the program's, and argparse would take a part of it.
        return run.main(arguments[1:])
    if arguments[0] == "fix":
        from whygrad.cli import fix  # what it needs is loaded into no process but its own

        return fix.main(arguments[1:])
    if arguments[0] == CHILD and len(arguments) == 2:
        from whygrad.cli import trial

        return trial.main(arguments[1])
    parser = _parser()
    if arguments[0].endswith((".py", ".pyc")) or os.path.isfile(arguments[0]):
        parser.error(f"no command given; did you mean `whygrad run {arguments[0]}`?")
    options = parser.parse_args(arguments)
    if arguments[0] == "show":
        return show.main(options.file, options.notes)
    return explain.main(options.cause)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="whygrad",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the versions of whygrad, torch and Python")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    commands.add_parser("run", help="run a program and explain the gradients it lost")
    commands.add_parser("fix", help="run a program, try repairs for what it finds, and show the one that works")
    show.add_parser(commands)
    explain.add_parser(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        torch = installed_torch_version() or "not found"
        slower = c_part.why_not()
        recorded = f"recorded in Python, slower: {slower}" if slower else "recorded in C"
        write(f"whygrad {__version__} (torch {torch}, Python {platform.python_version()}, {recorded})\n", sys.stdout)
        parser.exit()
