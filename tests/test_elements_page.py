"""The programs of docs/elements.md print what the page says they print."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import Program, check_block, programs, run_block

PAGE = Path(__file__).parent.parent / "docs" / "elements.md"
PROGRAMS = programs(PAGE.read_text())


def test_the_question_is_answered_as_it_is_asked():
    asked = "## How do I get the gradient of one element that was used to compute another element of the same tensor?"
    answer = next(program for program in PROGRAMS if program.source.heading == asked)
    expected = answer.expected("text")
    assert expected is not None and "d y[3] / d y[0]: 37.0" in expected.text


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: f"line {program.source.line}")
def test_a_program_prints_what_the_page_says(program: Program, tmp_path):
    outcome = run_block(program.source, tmp_path)
    block = program.expected("text")
    assert block is not None
    check_block(PAGE, block, outcome.stdout)
    assert outcome.diagnostics == ""
    assert outcome.status == 0
