"""Diagnostics for a notebook: the drawing in colours, light or dark as the reader's system, and the rest folded."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Sequence

from whygrad.diagnostic import Diagnostic
from whygrad.finding import Finding
from whygrad.render.layout import drawing
from whygrad.render.terminal import MOST
from whygrad.render.text import Line
from whygrad.safe_text import one_line, prose
from whygrad.source.files import SourceFiles
from whygrad.source.naming import short_place

WIDTH = 100
FIRST_WAYS = 4
STYLE = """<style>
.whygrad { --back: #f8f8f8; --text: #1f2328; --error: #c62828; --warning: #8a5a00; --note: #1b7a3d; --help: #00707a;
  --frame: #3558b0; background: var(--back); color: var(--text); padding: 0.6em 0.8em;
  border-left: 3px solid var(--frame); }
.whygrad pre { background: transparent; color: inherit; margin: 0.4em 0; padding: 0; line-height: 1.3; overflow-x: auto;
  font-family: monospace; white-space: pre; }
.whygrad code { background: transparent; color: inherit; font-weight: bold; }
.whygrad summary { cursor: pointer; }
.whygrad td { text-align: left; vertical-align: top; padding: 0 1em 0 0; }
.whygrad .error, .whygrad .warning, .whygrad .note, .whygrad .help { font-weight: bold; }
.whygrad .error { color: var(--error); } .whygrad .warning { color: var(--warning); }
.whygrad .note { color: var(--note); } .whygrad .help { color: var(--help); }
.whygrad .frame, .whygrad .line-number, .whygrad .secondary { color: var(--frame); }
.whygrad .removed { color: var(--error); } .whygrad .added { color: var(--note); }
@media (prefers-color-scheme: dark) { .whygrad { --back: #161b22; --text: #e6edf3; --error: #ff7b72; --warning: #e3b341;
  --note: #56d364; --help: #56d4dd; --frame: #79a8ff; } }
</style>"""


def to_html(diagnostics: Sequence[Diagnostic], sources: SourceFiles, cwd: str | None = None) -> str:
    """The first diagnostic in sight, the others below it, folded."""
    cwd = _cwd() if cwd is None else cwd
    first, *others = [diagnostic_to_html(d, sources, cwd) for d in diagnostics[:MOST]]
    if not others:
        return _framed(first)
    count = len(diagnostics) - 1
    title = f"{count} more {'finding' if count == 1 else 'findings'}"
    if len(diagnostics) > MOST:
        title += f"; the {MOST - 1} most likely are shown"
    return _framed(first + _folded(title, "".join(others)))


def answer_to_html(answer: str) -> str:
    """A sentence where there is nothing to draw."""
    return _framed(f"<div>{_prose(answer)}</div>")


def finding_to_html(finding: Finding) -> str:
    """A finding by itself, which is a fact without sentences: what, where, and who is starved by it."""
    head = _marked(f"{finding.severity}[{finding.cause}]", finding.severity)
    parts = [f"<div>{head}</div>"]
    if finding.site is not None:
        line = SourceFiles().line(finding.site.file, finding.site.line).strip()
        where = html.escape(one_line(short_place(finding.site.file, finding.site.line)))
        parts.append(f'<pre><span class="frame">{where}</span>  {html.escape(one_line(line))}</pre>')
    if finding.lost:
        listed = ", ".join(f"<code>{html.escape(one_line(name))}</code>" for name in finding.lost)
        parts.append(_folded(f"without gradient: {len(finding.lost)}", f"<div>{listed}</div>"))
    return _framed("".join(parts))


def ways_to_html(title: str, rows: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> str:
    """Ways of a derivative: what each adds, and its steps as places with their code; of many the first are in sight."""
    tables = [_table(rows[:FIRST_WAYS])]
    if rest := rows[FIRST_WAYS:]:
        tables.append(_folded(f"{len(rest)} more", _table(rest)))
    return _framed(f"<div>{_prose(title)}</div>{''.join(tables)}")


def _table(rows: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> str:
    return f"<table>{''.join(_way(shown, steps) for shown, steps in rows)}</table>"


def _way(shown: str, steps: Sequence[tuple[str, str]]) -> str:
    lines = [
        f'<span class="frame">{html.escape(one_line(place))}</span>  {html.escape(one_line(code))}'
        for place, code in steps
    ]
    return f"<tr><td><code>{html.escape(one_line(shown))}</code></td><td><pre>{chr(10).join(lines)}</pre></td></tr>"


def diagnostic_to_html(diagnostic: Diagnostic, sources: SourceFiles, cwd: str) -> str:
    """One diagnostic: the source in sight, the rest folded; the style is the caller's to give."""
    _, excerpt, remarks = drawing(diagnostic, sources, WIDTH, cwd)
    head = _marked(f"{diagnostic.severity}[{diagnostic.cause}]", diagnostic.severity)
    parts = [f"<div>{head}: {_prose(diagnostic.message)}</div>", _pre(excerpt, diagnostic.severity)]
    if remarks:
        title = f"help: {diagnostic.helps[0]}" if diagnostic.helps else "notes"
        parts.append(_folded(title, _pre(remarks, diagnostic.severity)))
    return f"<div>{''.join(parts)}</div>"


def _pre(lines: Sequence[Line], severity: str) -> str:
    if not lines:
        return ""
    drawn = ["".join(_marked(text, severity if role == "primary" else role) for text, role in line) for line in lines]
    return f"<pre>{chr(10).join(drawn)}</pre>"


def _marked(text: str, role: str) -> str:
    shown = html.escape(one_line(text))
    return f'<span class="{html.escape(role)}">{shown}</span>' if role else shown


def _folded(title: str, inner: str) -> str:
    return f"<details><summary>{_prose(title)}</summary>{inner}</details>"


def _framed(inner: str) -> str:
    return f'<div class="whygrad">{STYLE}{inner}</div>'


def _prose(text: str) -> str:
    """A sentence with its code set apart."""
    escaped = html.escape(prose(text)).replace("\n", "<br>")
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)


def _cwd() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""
