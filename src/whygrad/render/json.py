"""Findings as the JSON document that `whygrad run --json` writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whygrad.diagnostic import Diagnostic, Edit
from whygrad.finding import Finding
from whygrad.recording import Place
from whygrad.render.paths import shown_path
from whygrad.source.files import SourceFiles

SCHEMA = 1


def to_json(
    pairs: Sequence[tuple[Finding, Diagnostic]],
    *,
    exit_status: int | None,
    error: str | None,
    torch_version: str | None,
    whygrad_version: str,
    sources: SourceFiles,
    cwd: str,
    allowed: Sequence[tuple[Finding, Diagnostic]] = (),
) -> dict[str, Any]:
    """The document as plain dicts and lists, the most likely root cause first, as the pairs are.

    `findings.schema.json` describes it.
    """
    document = {
        "schema": SCHEMA,
        "whygrad": whygrad_version,
        "torch": torch_version,
        "exit": exit_status,
        "error": error,
        "findings": [finding_document(finding, diagnostic, sources, cwd) for finding, diagnostic in pairs],
    }
    if allowed:
        document["allowed"] = [finding_document(finding, diagnostic, sources, cwd) for finding, diagnostic in allowed]
    return document


def finding_document(finding: Finding, diagnostic: Diagnostic, sources: SourceFiles, cwd: str) -> dict[str, Any]:
    """One finding with its text."""
    site = finding.site
    return {
        "cause": finding.cause,
        "severity": finding.severity,
        "evidence": finding.evidence,
        "message": diagnostic.message,
        "site": None if site is None else _site(site, sources, cwd),
        "frames": [{"file": shown_path(p.file, cwd), "line": p.line, "function": p.function} for p in finding.chain],
        "path": [
            {"op": step.op, "file": shown_path(step.place.file, cwd), "line": step.place.line, "label": step.label}
            for step in finding.path
        ],
        "lost": list(finding.lost),
        "help": diagnostic.helps[0] if diagnostic.helps else "",
        "edits": [_edit(edit, cwd) for edit in diagnostic.edits],
        "verified": None,
    }


def _span(place: Place, cwd: str) -> dict[str, Any]:
    return {
        "file": shown_path(place.file, cwd),
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
    }


def _site(place: Place, sources: SourceFiles, cwd: str) -> dict[str, Any]:
    return {**_span(place, cwd), "function": place.function, "code": sources.segment(place)}


def _edit(edit: Edit, cwd: str) -> dict[str, Any]:
    return {**_span(edit.place, cwd), "text": edit.text, "safety": edit.safety}
