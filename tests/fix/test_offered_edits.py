"""`whygrad run` offers an edit only of a kind that cures every program of the tests that gets it.

Some of them are tried, other ones each time (see `drawn.py`); all where the table is written anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from drawn import WHOLE, drawn
from pages import blessing

sys.path.append(str(Path(__file__).parent.parent / "replay"))

import kept_findings
from archive import recordings_of
from forked import ForkedRunner
from recorded_programs import Program, all_programs

from whygrad.causes import _offering, _proved_edits, all_causes
from whygrad.causes._base import Cause
from whygrad.diagnose import diagnose_all
from whygrad.fix.candidates import AS_PROPOSED
from whygrad.fix.change import made_in
from whygrad.fix.report import Found, Report
from whygrad.fix.verdict import judge

EDITING = sorted(cause.name for cause in all_causes() if type(cause).edits is not Cause.edits)
TABLE = Path(_proved_edits.__file__)


@cache
def programs_with_edits() -> dict[str, list[Program]]:
    """By cause, those in which a finding of it makes an edit, whether it is offered or not; each is read once."""
    found: dict[str, list[Program]] = {cause: [] for cause in EDITING}
    telling = [program for program in all_programs() if is_told_of(program)]
    for program in telling if WHOLE or blessing() else drawn(telling, 8):
        pairs = [pair for recordings in recordings_of(program) for pair in diagnose_all(recordings)]
        for cause in {f.cause for f, d in pairs if f.severity != "note" and d.edits}.intersection(EDITING):
            found[cause].append(program)
    return found


def is_told_of(program: Program) -> bool:
    told = {json.loads(line)["cause"] for line in kept_findings.kept(program)}
    return bool(told.intersection(EDITING)) and program.group != "readme" and program.arguments[-1] == "main.py"


def outcomes(program: Program, cause: str, tmp_path: Path) -> Iterator[tuple[str, bool]]:
    """The kind of each edit for the cause, and whether it cures."""
    folder = tmp_path / program.title
    for name, text in program.texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    runner = ForkedRunner(folder, tmp_path / "runs" / program.title)
    for found in runner.first.found:
        if found.cause == cause and found.document["edits"]:
            yield from _outcome(runner, found, runner.first)


def _outcome(runner: ForkedRunner, found: Found, first: Report) -> Iterator[tuple[str, bool]]:
    for change in (c for c in found.changes if c.title == AS_PROPOSED):
        texts = {file: Path(file).read_text() for file in change.files}
        made = made_in(change, texts)
        assert made is not None
        sources = _offering.SourceFiles(texts)
        yield _offering.kind_of(found.cause, change.edits[0], sources), judge(found, first, runner.run(made)).is_cured


@pytest.mark.parametrize("cause", EDITING)
def test_the_table_has_the_kinds_that_cure_whenever_they_are_made(cause, tmp_path, monkeypatch):
    monkeypatch.setattr(_offering, "is_proved", lambda kind: True)  # in the forks, too
    counted: dict[str, list[bool]] = {}
    for program in programs_with_edits()[cause]:
        for kind, cured in outcomes(program, cause, tmp_path):
            counted.setdefault(kind, []).append(cured)
    proved = {kind: len(all_) for kind, all_ in counted.items() if all(all_)}
    own = {kind: n for kind, n in _proved_edits.PROVED.items() if kind.startswith(f"{cause}:")}
    if blessing():
        _proved_edits.PROVED = {k: n for k, n in _proved_edits.PROVED.items() if k not in own} | proved
        write(_proved_edits.PROVED)
    elif WHOLE:
        assert own == proved, "WHYGRAD_BLESS=1 writes the table anew"
    else:
        offered = {kind for kind in counted if _proved_edits.PROVED.get(kind)}
        assert offered <= proved.keys(), "WHYGRAD_BLESS=1 writes the table anew"


def write(table: dict[str, int]) -> None:
    head = TABLE.read_text().partition("PROVED")[0]
    lines = "".join(f'    "{kind}": {table[kind]},\n' for kind in sorted(table))
    TABLE.write_text(f"{head}PROVED: dict[str, int] = {{\n{lines}}}\n")
