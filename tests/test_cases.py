"""Programs of our own that lost their gradient: whygrad names the marked line first; healthy ones get silence.

`#~ cause` at the end of a line marks a line that is to blame, `#! decoy` a tempting line that is not. Some of each
cause are run, other ones each time (see `drawn.py`); with the newest torch a change must pass all of them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bundles import unpacked
from drawn import drawn_of_each
from lean import run_program
from torches import unsuited

CASES = Path(__file__).parent / "cases"
ALL = drawn_of_each(sorted(CASES.glob("*/*.py")), 2, lambda bundle: bundle.parent.name)  # see `bundles.py`
LOST = [bundle for bundle in ALL if bundle.parent.name not in ("quiet", "missed")]
MISSED = [bundle for bundle in ALL if bundle.parent.name == "missed"]  # known to be named wrongly today
QUIET = [bundle for bundle in ALL if bundle.parent.name == "quiet"]
MARK = re.compile(r"#~\s*([a-z|-]+)\s*$")
DECOY = re.compile(r"#! decoy\s*$")

# The programs warn as users' programs do; a warning is not an error to them.
pytestmark = pytest.mark.filterwarnings("default")


def marks(folder: Path) -> tuple[dict[tuple[str, int], set[str]], set[tuple[str, int]]]:
    """The guilty lines with the names of their causes, and the decoys."""
    guilty, decoys = {}, set()
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).as_posix()
        for number, text in enumerate(file.read_text().splitlines(), 1):
            if found := MARK.search(text):
                guilty[name, number] = set(found[1].split("|"))
            elif DECOY.search(text):
                decoys.add((name, number))
    return guilty, decoys


def skip_where_unsuited(program: Path) -> None:
    if reason := unsuited(program):
        pytest.skip(reason)


def lines(finding: dict) -> list[tuple[str, int]]:
    site = finding["site"]
    return [(site["file"], number) for number in range(site["line"], site["end_line"] + 1)]


def said(outcome) -> str:
    return "\n".join(f"{f['severity']} {f['cause']} {f['site']['file']}:{f['site']['line']}" for f in outcome.findings)


@pytest.mark.parametrize("bundle", LOST, ids=lambda bundle: bundle.stem)
def test_the_guilty_line_is_named_first(bundle, tmp_path):
    folder = unpacked(bundle)
    skip_where_unsuited(folder / "main.py")
    guilty, decoys = marks(folder)
    assert guilty, "no line is marked"
    outcome = run_program(folder, tmp_path / "out")
    assert outcome.status != 0, outcome.stdout
    assert outcome.alarms, outcome.stderr
    first = outcome.alarms[0]
    hit = [guilty[place] for place in lines(first) if place in guilty]
    assert hit, f"expected {guilty}, got {said(outcome)}"
    assert first["cause"] in set().union(*hit), f"expected {guilty}, got {said(outcome)}"
    for alarm in outcome.alarms:
        assert not decoys.intersection(lines(alarm)) or guilty.keys() & set(lines(alarm)), said(outcome)


@pytest.mark.xfail(strict=True, reason="a known miss: when it passes, move the program to its cause")
@pytest.mark.parametrize("bundle", MISSED, ids=lambda bundle: bundle.stem)
def test_a_known_miss_is_still_one(bundle, tmp_path):
    test_the_guilty_line_is_named_first(bundle, tmp_path)


@pytest.mark.parametrize("bundle", QUIET, ids=lambda bundle: bundle.stem)
def test_a_healthy_program_gets_silence(bundle, tmp_path):
    folder = unpacked(bundle)
    skip_where_unsuited(folder / "main.py")
    outcome = run_program(folder, tmp_path / "out")
    assert not outcome.alarms, said(outcome)
