"""What was tried, and what came of it: lines for the terminal, and the document of `--json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whygrad.fix.change import Change
from whygrad.fix.report import Found, Report
from whygrad.fix.search import State, Tried
from whygrad.fix.verdict import Judgement
from whygrad.render.paths import shown_path


def count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def shown_place(change: Change, cwd: str) -> str:
    """Where the change begins."""
    place = change.edits[0].place
    return f"{shown_path(place.file, cwd)}:{place.line}"


def line_about(number: int, change: Change, judgement: Judgement | None, cwd: str) -> str:
    """A trial that runs, or what came of it and why."""
    what = f"{change.title} ({shown_place(change, cwd)})"
    if judgement is None:
        return f"whygrad: trial {number}: {what}"
    return f"whygrad: trial {number}, {judgement.verdict.value}: {what}: {'; '.join(judgement.evidence)}"


def document(first: Report, state: State, tried: Sequence[Tried], cwd: str) -> dict[str, Any]:
    """The findings as `whygrad run --json` tells them, each with what was tried for it.

    `verified` is true where a change was seen to cure the finding, false where none of those tried did. What showed
    only after a change stands in `later`.
    """
    targets = dict.fromkeys(id(t.target) for t in tried)
    later = [t.target for t in tried if t.after]
    unique = {id(found): found for found in later if id(found) not in {id(f) for f in first.found}}
    clean = state.report.is_repaired(first)
    kept = state.changes if clean else ()
    return {
        "exit": first.status,
        "error": first.error,
        "findings": [_told(found, tried, targets, kept, cwd) for found in first.found],
        "later": [_told(found, tried, targets, kept, cwd) for found in unique.values()],
        "clean": clean,
    }


def _told(
    found: Found, tried: Sequence[Tried], targets: dict[int, None], kept: Sequence[Change], cwd: str
) -> dict[str, Any]:
    own = [t for t in tried if t.target is found]
    verified = any(t.judgement.is_cured or t.change in kept for t in own)
    return {
        **found.document,
        "verified": verified if id(found) in targets else None,
        "fixes": [_fix(t, cwd) for t in own],
    }


def _fix(trial: Tried, cwd: str) -> dict[str, Any]:
    return {
        "title": trial.change.title,
        "after": [change.title for change in trial.after],
        "edits": [
            {
                "file": shown_path(e.place.file, cwd),
                "line": e.place.line,
                "column": e.place.column,
                "end_line": e.place.end_line,
                "end_column": e.place.end_column,
                "text": e.text,
            }
            for e in trial.change.edits
        ],
        "verdict": trial.judgement.verdict.value,
        "evidence": list(trial.judgement.evidence),
    }
