"""Findings as the project judges them: with severities of its own, and without what it allows."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from whygrad.diagnostic import Diagnostic
from whygrad.finding import Finding, causes_first
from whygrad.policy.comments import Comments
from whygrad.policy.settings import Settings
from whygrad.recording import Place
from whygrad.source.files import SourceFiles

Pair = tuple[Finding, Diagnostic]
COMMENT, SETTINGS = "comment", "pyproject.toml"


@dataclass(frozen=True)
class Judged:
    """`findings` are to be told, the most likely first; `allowed` are not, each with what allows it."""

    findings: tuple[Pair, ...] = ()
    allowed: tuple[tuple[Pair, str], ...] = ()
    complaints: tuple[str, ...] = ()  # lines about comments that allow what does not exist

    @property
    def is_alarming(self) -> bool:
        return any(finding.severity in ("error", "warning") for finding, _ in self.findings)


def judged(pairs: Sequence[Pair], settings: Settings, sources: SourceFiles) -> Judged:
    """Each pair with its severity, or allowed."""
    comments = Comments(sources)
    findings: list[Pair] = []
    allowed: list[tuple[Pair, str]] = []
    complaints: dict[str, None] = {}
    for pair in pairs:
        weighed = _weighed(pair, settings)
        complaints.update(dict.fromkeys(_complaints(pair, comments)))
        by = _allowed_by(pair, settings, comments)
        if by:
            allowed.append((weighed, by))
        else:
            findings.append(weighed)
    return Judged(tuple(causes_first(findings)), tuple(allowed), tuple(complaints))


def _weighed(pair: Pair, settings: Settings) -> Pair:
    finding, diagnostic = pair
    severity = settings.severity.get(finding.cause, finding.severity)
    return replace(finding, severity=severity), replace(diagnostic, severity=severity)


def _allowed_by(pair: Pair, settings: Settings, comments: Comments) -> str:
    cause = pair[0].cause
    if any(cause in comments.at(place) for place in _places(pair)):
        return COMMENT
    if cause in settings.allow:
        return SETTINGS
    patterns = [pattern for pattern, causes in settings.per_file_allow.items() if cause in causes]
    files = [_relative(place.file, settings.folder) for place in _places(pair)]
    return SETTINGS if any(fnmatchcase(file, pattern) for file in files for pattern in patterns) else ""


def _places(pair: Pair) -> list[Place]:
    """The line to change, and the one that is marked; mostly they are the same."""
    finding, diagnostic = pair
    marked = diagnostic.primary.place if diagnostic.primary is not None else None
    return [place for place in dict.fromkeys((finding.site, marked)) if place is not None]


def _relative(file: str, folder: str) -> str:
    absolute = os.path.abspath(file) if folder else file
    below = os.path.join(folder, "")
    return (absolute[len(below) :] if absolute.startswith(below) else absolute).replace(os.sep, "/")


def _complaints(pair: Pair, comments: Comments) -> list[str]:
    named = [(place.file, *named) for place in _places(pair) for named in comments.lines_at(place)]
    if not named:
        return []
    from whygrad.causes.pages import pages, unknown

    known = pages()
    return [f"{file}:{line}: {unknown(cause, list(known))}" for file, line, cause in named if cause not in known]
