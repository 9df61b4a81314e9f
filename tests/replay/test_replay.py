"""What was recorded of every program is diagnosed again, without torch: each gets the findings that are kept of it.

They do not depend on the order in which causes are asked, which is that of their files' names: some are asked in the
opposite order, in which every pair of causes is exchanged, and in one that is drawn; other ones each time.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import kept_findings
import pytest
from archive import RECORDINGS, Shelf, Stale, recordings_of
from drawn import SEED, drawn
from kept_findings import kept
from pages import blessing
from recorded_programs import all_programs
from without_torch import torch_is_not_there  # noqa: F401

from whygrad.causes import all_causes
from whygrad.causes._panel import Panel

PROGRAMS = all_programs()
FOLDERS = re.compile(r'"((?:/|[A-Z]:)[\w.-]+/[\w./-]+)"')


REVERSED = Panel(reversed(all_causes()))
SHUFFLED = frozenset(program.title for program in drawn(PROGRAMS, 4))


def other_orders(title: str) -> Iterator[Panel]:
    if title in SHUFFLED:
        yield REVERSED
        causes = list(all_causes())
        random.Random(f"{SEED} {title}").shuffle(causes)
        yield Panel(causes)


@pytest.fixture(scope="module")
def blessed():
    """What is told now, by title: kept in the end where `WHYGRAD_BLESS` is set."""
    told: dict[str, list[str]] = {}
    yield told
    for group in {title.partition("/")[0] for title in told} if blessing() else ():
        own = {title: lines for title, lines in told.items() if title.startswith(f"{group}/")}
        kept_findings.write(group, {**kept_findings.read(group), **own})


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.title)
def test_a_recording_gets_the_findings_that_are_kept_of_it(program, blessed):
    asked = recordings_of(program)  # takes longer than a diagnosis, and is done once
    told = kept_findings.told(asked)
    if blessing():
        blessed[program.title] = told
    else:
        assert told == kept(program), "`make bless` keeps what is told now; read the diff"
    for causes in other_orders(program.title):
        assert kept_findings.told(asked, causes) == told, "causes in another order find something else"


def test_torch_cannot_be_imported_here():
    with pytest.raises(ImportError, match="without it"):
        import torch  # noqa: F401
    with pytest.raises(ImportError, match="without it"):
        import whygrad.record.live.recorder  # noqa: F401


def test_a_process_that_diagnoses_recordings_loads_no_torch():
    told = """
        import sys
        from archive import recordings_of
        from kept_findings import kept, told
        from recorded_programs import all_programs
        (example,) = [program for program in all_programs() if program.title == "readme/example"]
        assert told(recordings_of(example)) == kept(example) != []
        assert "torch" not in sys.modules
    """
    folder = Path(__file__).parent
    paths = os.pathsep.join(map(str, (folder, folder.parent, *sys.path)))
    subprocess.run([sys.executable, "-c", dedent(told)], env={**os.environ, "PYTHONPATH": paths}, check=True)


def test_nothing_is_kept_of_programs_that_are_gone():
    titles = {program.title for program in PROGRAMS}
    files = {file.relative_to(RECORDINGS).as_posix().removesuffix(".txt") for file in RECORDINGS.rglob("*.txt")}
    assert files == {program.shelf for program in PROGRAMS}, "`make recordings` removes what is left over"
    findings = {title for group in {p.group for p in PROGRAMS} for title in kept_findings.read(group)}
    assert findings <= titles, "`make recordings` removes what is left over"


@pytest.fixture
def example():
    """One of its own, which a test may change."""
    return replace(next(program for program in PROGRAMS if program.title == "readme/example"))


def test_recordings_know_no_folder_of_the_machine_that_made_them():
    """A library lies in `site-packages/…` for them; an environment that borrows packages of another leads elsewhere."""
    found = {match for file in RECORDINGS.rglob("*.txt") for match in FOLDERS.findall(file.read_text("utf-8"))}
    assert found == set()
    assert FOLDERS.findall('["/home/someone/lib/torch/apis.py","wrapped"]')


def test_a_program_that_was_changed_is_to_be_recorded_again(example):
    example.texts["examples/losses.py"] += "\n"
    with pytest.raises(Stale, match=r"was changed since it was recorded.*make recordings ONLY=readme/example"):
        recordings_of(example)


def test_a_new_program_is_to_be_recorded(example):
    with pytest.raises(Stale, match=r"is not recorded yet.*make recordings ONLY=readme/new"):
        recordings_of(replace(example, title="readme/new"))


def test_recordings_of_another_format_are_to_be_made_anew(monkeypatch):
    monkeypatch.setattr("archive.FORMAT", "schema -1")
    with pytest.raises(Stale, match=r"another version of whygrad.*make recordings"):
        Shelf.read("readme/e")
