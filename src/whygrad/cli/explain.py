"""`whygrad explain`: the pages of the causes, on the terminal."""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import Any

from whygrad.render.out import say, write, write_page

DESCRIPTION = """\
Print the page of one cause: what it means, why the gradient stops there, a program that shows it and
the same program corrected. Without a name, list all causes. The name is what stands in brackets in a
diagnostic: error[detached-tensor].
"""

EXAMPLES = """\
examples:
  whygrad explain
  whygrad explain detached-tensor
  whygrad explain detached-tensor > page.md       plain Markdown, when it does not go to a terminal
"""


def add_parser(commands: Any) -> None:
    """Add this command to the subparsers of `whygrad`."""
    parser = commands.add_parser(
        "explain",
        help="explain a cause, or list them all",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("cause", nargs="?", metavar="CAUSE", help="the name of a cause; all are listed without it")


def main(cause: str | None) -> int:
    """Print one page, or the list of all; the status is 2 for a name that no cause has."""
    from whygrad.causes.pages import pages, unknown

    known = pages()
    if cause is not None and cause.replace("_", "-") not in known:
        say(f"whygrad: {unknown(cause, list(known))}")
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        if cause is None:
            _print_list(known)
        else:
            write_page(known[cause.replace("_", "-")], sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (`| head`) has enough; without this, Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _print_list(known: dict[str, str]) -> None:
    from whygrad.causes.pages import summary

    for name, page in known.items():
        write(f"{name} — {summary(name, page)}\n", sys.stdout)
