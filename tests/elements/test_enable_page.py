"""The programs of docs/enable.md print what the page says, and so does whygrad."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import Program, check_block, programs, run_block

PAGE = Path(__file__).parent.parent.parent / "docs" / "enable.md"


@pytest.mark.parametrize("program", programs(PAGE.read_text()), ids=lambda program: f"line {program.source.line}")
def test_a_program_prints_what_the_page_says(program: Program, tmp_path):
    outcome = run_block(program.source, tmp_path)
    assert outcome.status == 0
    said = program.expected("diagnostic")
    if said is not None:
        check_block(PAGE, said, outcome.diagnostics)
    else:
        assert outcome.diagnostics == ""
    block = program.expected("text")
    assert block is not None
    check_block(PAGE, block, outcome.stdout)
