"""The page of `whygrad run --html`: one file that needs nothing else, light or dark as the reader's system."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

from whygrad._version import __version__
from whygrad.diagnostic import Diagnostic
from whygrad.evidence.report import ParameterRow, RunReport
from whygrad.finding import Finding
from whygrad.render.html import STYLE, diagnostic_to_html
from whygrad.render.pictures import path_picture, timeline_picture
from whygrad.safe_text import one_line
from whygrad.source.files import SourceFiles

MOST_FINDINGS = 50
PAGE_STYLE = """<style>
:root { color-scheme: light dark; --page: #ffffff; --ink: #1f2328; --quiet: #656d76; --line: #d0d7de; --box: #f6f8fa;
  --bad: #c62828; --good: #1b7a3d; --pass: #3558b0; --clear: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --ink: #e6edf3; --quiet: #9198a1; --line: #3d444d;
  --box: #161b22; --bad: #ff7b72; --good: #56d364; --pass: #79a8ff; --clear: #e3b341; } }
body { background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 1080px;
  margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; } .quiet { color: var(--quiet); }
.finding pre { font-size: 13px; }
.finding { border: 1px solid var(--line); border-radius: 8px; margin: 1em 0; overflow: hidden; }
.picture { overflow-x: auto; padding: 0.6em 0.8em; }
svg { display: block; font: 12px monospace; } svg text { fill: var(--ink); }
svg .box rect { fill: var(--box); stroke: var(--line); } svg .parameter rect, svg .loss rect { stroke: var(--pass); }
svg .cut rect { stroke: var(--bad); stroke-width: 2; } svg .gap rect { stroke-dasharray: 3; }
svg .title { font-weight: bold; } svg .place { fill: var(--quiet); } svg .cross { fill: var(--bad); font-size: 15px; }
svg path { fill: none; stroke: var(--quiet); } svg marker path { fill: var(--quiet); stroke: none; }
svg path.gone { stroke: var(--bad); stroke-dasharray: 4 4; } svg path.lane { stroke: var(--line); }
svg .backward { fill: var(--pass); } svg .step { fill: var(--good); } svg .clear { fill: var(--clear); }
svg .letter { fill: var(--page); font-size: 10px; }
table { border-collapse: collapse; width: 100%; } .wide { overflow-x: auto; }
th, td { text-align: left; padding: 0.25em 0.8em; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.bad td { color: var(--bad); } tr.good td.seen { color: var(--good); } td.name { font-family: monospace; }
</style>"""
HEADS = (("parameter", ""), ("shape", ""), ("gradient", ""), ("norm of the gradient", "number"),
         ("steps", "number"), ("steps without", "number"))  # fmt: skip


def page(
    pairs: Sequence[tuple[Finding, Diagnostic]],
    report: RunReport | None,
    sources: SourceFiles,
    cwd: str,
    error: str = "",
) -> str:
    """The whole page; all that comes from the program is escaped."""
    report = report or RunReport()
    parts = [f"<h1>whygrad: {_headline(pairs)}</h1>"]
    if error:
        parts.append(f'<p class="quiet">The program ended with <code>{_escaped(error)}</code>.</p>')
    parts += [_finding(finding, diagnostic, sources, cwd) for finding, diagnostic in pairs[:MOST_FINDINGS]]
    if len(pairs) > MOST_FINDINGS:
        parts.append(
            f'<p class="quiet">and {len(pairs) - MOST_FINDINGS} more; <code>--json</code> writes all of them</p>'
        )
    parts += [_timeline(report, sources), _parameters(report.parameters)]
    parts.append(f'<p class="quiet">whygrad {_escaped(__version__)}</p>')
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>whygrad</title>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}{PAGE_STYLE}{STYLE}</head><body>{"".join(parts)}</body></html>\n'
    )


def _headline(pairs: Sequence[tuple[Finding, Diagnostic]]) -> str:
    if not pairs:
        return "no finding"
    return "1 finding" if len(pairs) == 1 else f"{len(pairs)} findings"


def _finding(finding: Finding, diagnostic: Diagnostic, sources: SourceFiles, cwd: str) -> str:
    picture = path_picture(finding)
    drawn = f'<div class="picture">{picture}<p class="quiet">{_caption(finding)}</p></div>' if picture else ""
    text = diagnostic_to_html(diagnostic, sources, cwd)
    return f'<section class="finding"><div class="whygrad">{text}</div>{drawn}</section>'


def _caption(finding: Finding) -> str:
    birth = finding.birth
    if birth is None:
        return "The gradient flows back from the loss and stops at the red box."
    if birth.is_forward:
        return f"The red box turns finite values into {_escaped(birth.what)} before any gradient is computed."
    return f"The gradient flows back from the loss, and the red box turns it into {_escaped(birth.what)}."


def _timeline(report: RunReport, sources: SourceFiles) -> str:
    picture = timeline_picture(report.happenings, sources)
    if not picture:
        return ""
    rest = f'<p class="quiet">{report.left_out} more happened after these.</p>' if report.left_out else ""
    return f'<h2>Order of passes, steps and clearings</h2><div class="picture">{picture}</div>{rest}'


def _parameters(rows: Sequence[ParameterRow]) -> str:
    if not rows:
        return ""
    several = rows[-1].optimizer > 1
    heads = "".join(f'<th class="{kind}">{name}</th>' for name, kind in HEADS)
    bodies = "".join(_row(row, several) for row in rows)
    return f'<h2>Parameters</h2><div class="wide"><table><tr>{heads}</tr>{bodies}</table></div>'


def _row(row: ParameterRow, several: bool) -> str:
    name = f"{row.name} (optimizer {row.optimizer})" if several else row.name
    cells = [
        ("name", name),
        ("", " by ".join(map(str, row.shape)) or "scalar"),
        ("seen", _seen(row)),
        ("number", _norms(row)),
        ("number", str(row.steps)),
        ("number", str(row.without)),
    ]
    tone = "good" if _seen(row) == "seen" else "bad" if row.steps else ""
    drawn = "".join(f'<td class="{kind}">{_escaped(text)}</td>' for kind, text in cells)
    return f'<tr class="{tone}">{drawn}</tr>'


def _seen(row: ParameterRow) -> str:
    if not row.got:
        return "never" if row.steps else "no step"
    if row.largest is not None and not math.isfinite(row.largest):
        return "nan or infinite"
    return "only zeros" if row.largest == 0 else "seen"


def _norms(row: ParameterRow) -> str:
    if row.smallest is None or row.largest is None:
        return "unknown" if row.got else "none"
    if row.smallest == row.largest or not math.isfinite(row.smallest):
        return f"{row.largest:.3g}"
    return f"{row.smallest:.3g} to {row.largest:.3g}"


def _escaped(text: str) -> str:
    return html.escape(one_line(text))
