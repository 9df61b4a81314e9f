"""`whygrad explain`: the pages of the causes, on the terminal."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from whygrad.cli.reading import printing
from whygrad.render.out import say, write, write_page

DESCRIPTION = """\
Print the page of one cause: what it means, why the gradient stops, an example, and the same program fixed.
Without a name, list all causes. The name is the one in brackets in a diagnostic: error[detached-tensor].
You can also pass a word of the name, or the text of torch's own error.
"""

EXAMPLES = """\
examples:
  whygrad explain
  whygrad explain detached-tensor
  whygrad explain nan
  whygrad explain "element 0 of tensors does not require grad"
  whygrad explain detached-tensor > page.md       plain Markdown if stdout is not a terminal
"""

NO_HISTORY = "does not require grad"  # what torch says of a loss from which nothing leads back
CUTTING = ("cut_at", "switch_cut", "leaf_cut")  # what the causes of that answer


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
    parser.add_argument("cause", nargs="?", metavar="CAUSE", help="the name of a cause (default: list all)")


def main(cause: str | None) -> int:
    """Print one page, or the list of all; the status is 2 for a name that no cause has."""
    from whygrad.causes.pages import pages, unknown

    known = pages()
    found = [] if cause is None else _meant(cause, known)
    if cause is not None and not found:
        say(f"whygrad: {unknown(cause, list(known))}")
        return 2
    with printing():
        if len(found) == 1:
            write_page(known[found[0]], sys.stdout)
        else:
            _print_list({name: known[name] for name in found or known})
            if found:
                write("`whygrad run` names the one that applies.\n", sys.stdout)
    return 0


def _meant(text: str, known: dict[str, str]) -> list[str]:
    """The cause of this name; else those with this word in their names, whose message it is, or whose pages have it."""
    name = text.strip().lower().replace("_", "-")
    if name in known:
        return [name]
    if found := [cause for cause in known if name in cause.split("-")]:
        return found
    if " " not in name:
        return []
    return _of_message(text.strip(), known) or [cause for cause, page in known.items() if name in _plain(page)]


def _of_message(text: str, known: dict[str, str]) -> list[str]:
    """The causes that know what torch has said; a part of it, or more around it, will do."""
    from whygrad.causes import Cause, all_causes
    from whygrad.causes._messages import OBSERVED

    causes = [cause for cause in all_causes() if cause.name in known]
    if NO_HISTORY in text.lower():  # any cut leads to it
        return [
            cause.name for cause in causes if any(getattr(type(cause), a) is not getattr(Cause, a) for a in CUTTING)
        ]
    said = [(c.name, f) for c in causes for message in getattr(c, "messages", ()) for f in message.fragments]
    said += [(name, f) for name, fragments in OBSERVED.items() for f in fragments if name in known]
    return list(dict.fromkeys(cause for cause, f in said if f in text or text in f))


def _plain(page: str) -> str:
    return " ".join(page.lower().split())


def _print_list(known: dict[str, str]) -> None:
    from whygrad.causes.pages import summary

    for name, page in known.items():
        write(f"{name} — {summary(name, page)}\n", sys.stdout)
