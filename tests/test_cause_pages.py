"""The page of every cause is complete, and its programs do what the page says.

Each example is run, and of the rest some, other ones each time (see `drawn.py`); with the newest torch a change must
pass all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from batches import for_each
from drawn import drawn
from pages import Program, blessing, blocks, check_block, headings, programs, rewrite, run_block
from programs import Outcome

import whygrad.causes
from whygrad.causes import all_causes
from whygrad.causes.pages import pages, summary

FOLDER = Path(whygrad.causes.__file__).parent
PAGES = sorted(FOLDER.glob("*/*.md"))
SECTIONS = ["## What it means", "## Why the gradient stops", "## Example", "## Corrected", "## Limits"]

every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
some_pages = pytest.mark.parametrize("path", drawn(PAGES, 3), ids=lambda path: path.stem)


def in_section(path: Path, section: str) -> list[Program]:
    return [program for program in programs(path.read_text()) if program.source.heading == section]


def test_every_cause_has_a_page_and_every_page_a_cause():
    code = {path.stem for path in FOLDER.glob("*/*.py") if not path.stem.startswith("_")}
    assert code == {path.stem for path in PAGES}
    assert set(pages()) == {cause.name for cause in all_causes()}


@for_each(PAGES)
def test_a_page_has_its_sections_in_order(path):
    name = path.stem.replace("_", "-")
    assert headings(path.read_text()) == [f"# {name}", *SECTIONS]


@for_each(PAGES)
def test_a_page_has_one_line_for_the_list(path):
    lines = path.read_text().splitlines()
    assert summary(path.stem.replace("_", "-"), path.read_text()) == lines[2]
    assert lines[1] == lines[3] == "" and len(lines[2]) <= 100


@for_each(PAGES)
def test_a_page_has_the_programs_it_needs(path):
    shape = [
        (block.heading, block.info.removesuffix(" notes").removesuffix(" steady")) for block in blocks(path.read_text())
    ]
    needed = [("## Example", "python"), ("## Example", "diagnostic"), ("## Corrected", "python")]
    assert shape[:3] == needed
    assert set(shape[3:]) <= {("## Limits", "python quiet")}


@pytest.fixture(scope="module")
def run_example(tmp_path_factory) -> Callable[[Path], Outcome]:
    """Runs the example of a page, once for all tests."""

    @cache
    def run(path: Path) -> Outcome:
        (example,) = in_section(path, "## Example")
        return run_block(example.source, tmp_path_factory.mktemp(path.stem))

    return run


@every_page
def test_the_example_prints_the_diagnostic_of_its_page(path, run_example):
    (example,) = in_section(path, "## Example")
    outcome = run_example(path)
    assert [finding["cause"] for finding in outcome.findings][:1] == [path.stem.replace("_", "-")]
    assert outcome.status == (
        1 if outcome.raised else 0
    )  # the program's own: a silent failure is told of one that ends well
    check_block(path, example.expected("diagnostic"), outcome.diagnostics)


@some_pages
def test_the_edit_of_the_example_brings_the_gradient_back(path, run_example, tmp_path):
    (example,) = in_section(path, "## Example")
    edits = run_example(path).findings[0]["edits"]
    if not edits:
        pytest.skip("no edit is known for this example")
    edited = replace(example.source, text=applied(edits, example.source.text))
    outcome = run_block(edited, tmp_path / "after")
    assert (outcome.findings, outcome.status) == ([], 0)


def applied(edits: list[dict], text: str) -> str:
    """The text with every edit made, the last place first, so that the others stay where they are."""
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda edit: (edit["line"], edit["column"]), reverse=True):
        first, last = edit["line"] - 1, edit["end_line"] - 1
        kept = lines[first][: edit["column"] - 1], lines[last][edit["end_column"] - 1 :]
        lines[first : last + 1] = [edit["text"].join(kept)]
    return "".join(lines)


@some_pages
def test_the_corrected_program_is_silent(path, tmp_path):
    (corrected,) = in_section(path, "## Corrected")
    outcome = run_block(corrected.source, tmp_path)
    assert (outcome.stderr, outcome.alarms, outcome.status) == ("", [], 0)


@some_pages
def test_the_limits_give_no_alarm(path, tmp_path):
    for number, limit in enumerate(in_section(path, "## Limits")):
        outcome = run_block(limit.source, tmp_path / str(number))
        assert (outcome.diagnostics, outcome.alarms, outcome.status) == ("", [], 0)


def test_a_block_is_rewritten_in_its_place(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# a\n```python\n# b\n```\ntext\n```diagnostic\nold\n```\nend\n")
    rewrite(page, 1, "new\n")
    assert page.read_text() == "# a\n```python\n# b\n```\ntext\n```diagnostic\nnew\n```\nend\n"
    assert headings(page.read_text()) == ["# a"]


def test_a_block_that_is_wrong_fails(tmp_path, monkeypatch):
    monkeypatch.delenv("WHYGRAD_BLESS", raising=False)
    page = tmp_path / "page.md"
    page.write_text("```text\nold\n```\n")
    with pytest.raises(AssertionError, match=r"page\.md:1"):
        check_block(page, blocks(page.read_text())[0], "new\n")


def test_blocks_are_not_rewritten_in_ci(monkeypatch):
    monkeypatch.setenv("WHYGRAD_BLESS", "1")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="CI"):
        blessing()
