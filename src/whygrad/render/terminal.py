"""Diagnostics as text: plain, or in colour on a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TextIO

from whygrad.diagnostic import Diagnostic
from whygrad.render.layout import layout
from whygrad.render.out import WIDTH, width_of, write_lines
from whygrad.render.text import Line
from whygrad.source.files import SourceFiles

MOST = 10  # diagnostics that are drawn: who repairs the first ones often repairs the others

_STYLES: Mapping[str, str] = {
    "error": "bold bright_red",
    "warning": "bold bright_yellow",
    "note": "bold bright_green",
    "help": "bold bright_cyan",
    "message": "bold",
    "frame": "bold bright_blue",
    "line-number": "bold bright_blue",
    "secondary": "bold bright_blue",
    "removed": "bright_red",
    "added": "bright_green",
}


def to_text(diagnostics: Sequence[Diagnostic], sources: SourceFiles, width: int = WIDTH, cwd: str | None = None) -> str:
    """The diagnostics as plain text, a blank line after each but the last; of many the first are drawn."""
    lines = _lines(diagnostics, sources, width, cwd)
    return "".join("".join(text for text, _ in line) + "\n" for line, _ in lines)


def print_diagnostics(
    diagnostics: Sequence[Diagnostic], sources: SourceFiles, file: TextIO, cwd: str | None = None, more: str = ""
) -> None:
    """Write the diagnostics to `file`, in colour where it is a terminal and the user did not ask for none.

    `more` says where those are that are not drawn.
    """
    lines = _lines(diagnostics, sources, width_of(file), cwd, more)
    styled = ([(text, _style(role, severity)) for text, role in line] for line, severity in lines)
    write_lines(styled, file)


def _style(role: str, severity: str) -> str:
    return _STYLES.get(severity if role == "primary" else role, "")


def _lines(
    diagnostics: Sequence[Diagnostic], sources: SourceFiles, width: int, cwd: str | None, more: str = ""
) -> Iterator[tuple[Line, str]]:
    """Every line with the severity of its diagnostic, which colours the primary marks."""
    cwd = _cwd() if cwd is None else cwd
    for position, diagnostic in enumerate(diagnostics[:MOST]):
        if position:
            yield (), ""
        for line in layout(diagnostic, sources, width, cwd):
            yield line, diagnostic.severity
    if len(diagnostics) > 1:
        yield (), ""
        yield ((_summary(diagnostics, more), "message"),), ""


def _summary(diagnostics: Sequence[Diagnostic], more: str) -> str:
    counts = {kind: sum(d.severity == kind for d in diagnostics) for kind in ("error", "warning", "note")}
    parts = [f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in counts.items() if count]
    listed = " and ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)
    if len(diagnostics) > MOST:
        listed = "; ".join(filter(None, (f"{listed}; the {MOST} most likely are shown", more)))
    return f"whygrad: {listed}"


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError:  # the directory was removed while the program ran
        return ""
