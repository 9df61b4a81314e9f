"""What is told of each program, one line a finding, kept as text that a person reads when it changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from recorded_programs import Program

from whygrad.causes._panel import Panel
from whygrad.diagnose import diagnose_all
from whygrad.diagnostic import Diagnostic, Edit, Label
from whygrad.finding import Finding, Step
from whygrad.recording import Place, Recording

FOLDER = Path(__file__).parent / "findings"
UNTOLD = ("facts", "events", "untried", "wording", "cut", "asleep", "birth", "of_a_term", "is_fallback")


def told(asked: Iterable[Sequence[Recording]], panel: Panel | None = None) -> list[str]:
    """The findings of a program as lines, in the order in which they are told."""
    return [_line(*pair) for recordings in asked for pair in diagnose_all(recordings, panel=panel)]


def _line(finding: Finding, diagnostic: Diagnostic) -> str:
    """All of a finding but what its cause and the choice of its site go by, and its text; nothing empty or twice."""
    kept = {**_plain(finding), **_plain(diagnostic)}
    if diagnostic.labels == tuple(Label(step.place, step.label) for step in finding.path):
        del kept["labels"]
    return json.dumps({key: value for key, value in kept.items() if value and key not in UNTOLD}, ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, Place):
        return f"{value.file}:{value.line}:{value.column}-{value.end_line}:{value.end_column} {value.function}"
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, (Finding, Diagnostic, Label, Step, Edit)):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def kept(program: Program) -> list[str]:
    return _read_once(program.group).get(program.title, [])


def read(group: str) -> dict[str, list[str]]:
    """The kept lines of the programs of `cases`, `silent`, …, by title; one that gets silence has none."""
    kept: dict[str, list[str]] = {}
    path = FOLDER / f"{group}.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        title, _, finding = line.partition(" ")
        kept.setdefault(title, []).append(finding)
    return kept


_read_once = cache(read)


def write(group: str, lines: dict[str, list[str]]) -> None:
    FOLDER.mkdir(exist_ok=True)
    text = "".join(f"{title} {line}\n" for title in sorted(lines) for line in lines[title])
    (FOLDER / f"{group}.txt").write_text(text, encoding="utf-8")
