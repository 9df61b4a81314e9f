"""`whygrad show`: what `whygrad run --save` kept of a run, diagnosed and drawn again."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from whygrad.cli.reading import printing
from whygrad.internal_error import line_about, summary_of
from whygrad.render.out import say, write
from whygrad.safe_text import one_line

if TYPE_CHECKING:
    from whygrad.diagnostic import Diagnostic
    from whygrad.recording import Recording
    from whygrad.saved_run import SavedRun

DESCRIPTION = """\
Diagnose a run again from the file that `whygrad run --save FILE` wrote, and print the diagnostics. This needs
neither torch nor the program, runs nothing from the file, and works on any machine.
"""

EXAMPLES = """\
examples:
  whygrad run --save run.whygrad train.py
  whygrad show run.whygrad
"""


def add_parser(commands: Any) -> None:
    """Add this command to the subparsers of `whygrad`."""
    parser = commands.add_parser(
        "show",
        help="diagnose a saved run again",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="a file that `whygrad run --save FILE` wrote")
    parser.add_argument("--notes", action="store_true", help="also show notes, if the run was saved with --notes")


def main(file: str, notes: bool) -> int:
    """Print the diagnostics of a saved run; the status is 2 for a file that is none."""
    from whygrad.saved_run import NotASavedRun, load

    try:
        run = load(file)
        with printing():
            _show(run, notes)
    except NotASavedRun as error:
        say(f"whygrad: {error}")
        return 2
    except Exception as error:  # well formed, and yet no recording that whygrad makes; or a fault of ours
        say(f"whygrad: can't diagnose {file!r}: {summary_of(error)}")
        return 2
    return 0


def _show(run: SavedRun, notes: bool) -> None:
    from whygrad.render.terminal import print_diagnostics
    from whygrad.source.files import SourceFiles

    write(_about(run), sys.stdout)
    failures: list[Exception] = []
    diagnostics = _diagnosed(run, notes, failures)
    if diagnostics:
        texts: dict[str, str] = {}
        for recording in run.recordings:
            texts.update(recording.sources)
        write("\n", sys.stdout)
        print_diagnostics(diagnostics, SourceFiles(texts), sys.stdout, cwd="")
    else:
        write("no lost gradient found\n", sys.stdout)
    for failure in failures[:1]:
        say(line_about(summary_of(failure), incomplete=bool(diagnostics), saved="this file"))


def _about(run: SavedRun) -> str:
    lines = [f"recorded with whygrad {run.whygrad}, torch {run.torch or 'not found'}, Python {run.python}"]
    if run.arguments is not None:
        lines.append(f"arguments: {' '.join(run.arguments)}")
    if run.error:
        lines.append(f"the program ended with {run.error}")
    if run.internal_error:
        lines += [f"whygrad failed with {run.internal_error}", *(f"  at {line}" for line in run.trace)]
    return "".join(f"{one_line(line)}\n" for line in lines)


def _diagnosed(run: SavedRun, notes: bool, failures: list[Exception]) -> list[Diagnostic]:
    """As at the end of the run: the first stage that has findings is told."""
    stages: list[tuple[Recording, ...]] = [stage for stage in run.stages if stage]
    if not stages and not run.noted:
        return []  # the causes need not be loaded
    from whygrad.diagnose import diagnose_all

    found = next(filter(None, (diagnose_all(stage, failures) for stage in stages)), [])
    noted = diagnose_all(run.noted, failures) if notes else []
    shown = ("error", "warning", "note") if notes else ("error", "warning")
    return [diagnostic for _, diagnostic in [*found, *noted] if diagnostic.severity in shown]
