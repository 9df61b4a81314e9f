"""The programs on the pages of environments that need torch alone get the diagnostics that the pages show."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import Program, check_block, programs, run_block

FOLDER = Path(__file__).parent.parent / "docs" / "environments"
PAGES = ("script.md", "torchrun.md")
SHOWN = [(FOLDER / page, program) for page in PAGES for program in programs((FOLDER / page).read_text())]


@pytest.mark.parametrize(("page", "program"), SHOWN, ids=lambda part: getattr(part, "stem", ""))
def test_a_program_gets_the_diagnostic_of_its_page(page: Path, program: Program, tmp_path):
    (block,) = [block for block in program.outputs if block.info == "diagnostic"]
    check_block(page, block, run_block(program.source, tmp_path).diagnostics)


def test_every_page_has_a_program():
    assert {page.name for page, _ in SHOWN} == set(PAGES)
