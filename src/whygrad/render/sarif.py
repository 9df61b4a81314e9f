"""Findings as SARIF 2.1.0, the format that code hosts and editors read results of analyses in."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from whygrad.diagnostic import Diagnostic, Edit
from whygrad.finding import Finding
from whygrad.recording import Place
from whygrad.render.empty_sarif import empty_sarif
from whygrad.render.paths import shown_path
from whygrad.source.files import SourceFiles

ROOT = "%SRCROOT%"
Pair = tuple[Finding, Diagnostic]


def to_sarif(
    pairs: Sequence[Pair],
    allowed: Sequence[tuple[Pair, str]],
    *,
    summaries: Mapping[str, str],
    whygrad_version: str,
    exit_status: int,
    sources: SourceFiles,
    cwd: str,
) -> dict[str, Any]:
    """One run; what the project allows is in it as suppressed. `summaries` has a line for each cause."""
    document = empty_sarif(whygrad_version, exit_status)
    (run,) = document["runs"]
    every = [*pairs, *(pair for pair, _ in allowed)]
    rules = sorted({finding.cause for finding, _ in every})
    run["tool"]["driver"]["rules"] = [_rule(name, summaries.get(name, name)) for name in rules]
    run["results"] = [_result(pair, rules, sources, cwd) for pair in pairs]
    for pair, by in allowed:
        suppression = {"kind": "inSource" if by == "comment" else "external", "justification": f"allowed by a {by}"}
        run["results"].append({**_result(pair, rules, sources, cwd), "suppressions": [suppression]})
    return document


def _rule(name: str, summary: str) -> dict[str, Any]:
    help_text = f"`whygrad explain {name}` shows what it means, an example and how to repair it."
    return {"id": name, "shortDescription": {"text": summary}, "help": {"text": help_text}}


def _result(pair: Pair, rules: Sequence[str], sources: SourceFiles, cwd: str) -> dict[str, Any]:
    finding, diagnostic = pair
    place = diagnostic.primary.place if diagnostic.primary is not None else finding.site
    result: dict[str, Any] = {
        "ruleId": finding.cause,
        "ruleIndex": rules.index(finding.cause),
        "level": diagnostic.severity,
        "message": {"text": "\n".join([diagnostic.message, *(f"help: {text}" for text in diagnostic.helps[:1])])},
        "properties": {"evidence": finding.evidence, "lost": list(finding.lost)},
    }
    if place is not None and (location := _location(place, cwd)):
        result["locations"] = [location]
        result["partialFingerprints"] = {"whygrad/v1": _fingerprint(finding, place, sources, cwd)}
    related = [(label, _location(label.place, cwd)) for label in diagnostic.labels if label.text]
    if seen := [{**location, "message": {"text": label.text}} for label, location in related if location]:
        result["relatedLocations"] = seen
    if change := _fix(diagnostic, cwd):
        result["fixes"] = [change]
    return result


def _fingerprint(finding: Finding, place: Place, sources: SourceFiles, cwd: str) -> str:
    """The same for the same finding when lines above it are added."""
    return "|".join([finding.cause, shown_path(place.file, cwd), place.function, sources.segment(place)])


def _location(place: Place, cwd: str) -> dict[str, Any]:
    """Nothing where the text is no file's."""
    artifact = _artifact(place.file, cwd)
    return {"physicalLocation": {"artifactLocation": artifact, "region": _region(place)}} if artifact else {}


def _artifact(file: str, cwd: str) -> dict[str, str]:
    if file.startswith("<"):
        return {}
    shown = shown_path(file, cwd)
    if os.path.isabs(shown):
        return {"uri": pathlib.PurePath(shown).as_uri()}
    return {"uri": quote(shown.replace(os.sep, "/")), "uriBaseId": ROOT}


def _region(place: Place) -> dict[str, int]:
    if not place.column:
        return {"startLine": place.line}
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def _fix(diagnostic: Diagnostic, cwd: str) -> dict[str, Any]:
    by_file: dict[str, list[Edit]] = {}
    for edit in diagnostic.edits:
        by_file.setdefault(edit.place.file, []).append(edit)
    changes = [
        {"artifactLocation": artifact, "replacements": [_replacement(edit) for edit in edits]}
        for file, edits in by_file.items()
        if (artifact := _artifact(file, cwd))
    ]
    if not changes or len(changes) < len(by_file):
        return {}
    return {"description": {"text": next(iter(diagnostic.helps), diagnostic.message)}, "artifactChanges": changes}


def _replacement(edit: Edit) -> dict[str, Any]:
    return {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}}
