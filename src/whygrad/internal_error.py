"""What is said when whygrad itself fails: one line, the same wherever it is said."""

from __future__ import annotations


def summary_of(error: BaseException) -> str:
    """The error in one line, whatever is in it; an error whose text cannot be made is named by its type."""
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:
        text = type(error).__name__
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(text.split()))


def line_about(summary: str, incomplete: bool = False) -> str:
    """The line for the user; `incomplete` where something was diagnosed all the same."""
    what = "the diagnosis is incomplete" if incomplete else "nothing was diagnosed"
    return (
        f"whygrad: internal error, {what}: {summary}; "
        "please report it with the program that shows it; your program was not affected"
    )
