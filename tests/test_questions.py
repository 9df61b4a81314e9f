"""The programs of docs/questions.md print what the page says they print."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import OUTPUTS, Program, check_block, headings, programs, run_block

PAGE = Path(__file__).parent.parent / "docs" / "questions.md"
PROGRAMS = programs(PAGE.read_text())


def test_every_question_has_a_program():
    questions = {heading for heading in headings(PAGE.read_text()) if heading.startswith("## ")}
    assert len(questions) == 5
    assert {program.source.heading for program in PROGRAMS} == questions


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: f"line {program.source.line}")
def test_a_program_prints_what_the_page_says(program: Program, tmp_path):
    outcome = run_block(program.source, tmp_path)
    printed = {"text": outcome.stdout, "diagnostic": outcome.diagnostics}
    for info in OUTPUTS:
        block = program.expected(info)
        if block is None:
            assert printed[info] == ""
        else:
            check_block(PAGE, block, printed[info])
    assert outcome.status == (1 if outcome.raised else 0)
