"""The programs of docs/environments print what the pages say they print, in real frameworks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import Program, check_block, programs, run_block

from tests.frameworks.later import load
from tests.programs import start_program

pytestmark = pytest.mark.filterwarnings("ignore")
FOLDER = Path(__file__).parents[2] / "docs" / "environments"
PAGES = ("lightning.md", "transformers-peft.md", "accelerate.md")
SHOWN = [(FOLDER / page, program) for page in PAGES for program in programs((FOLDER / page).read_text())]


@pytest.mark.parametrize(("page", "program"), SHOWN, ids=lambda part: getattr(part, "stem", ""))
def test_a_program_prints_what_the_page_says(page: Path, program: Program, tmp_path):
    load("transformers", "peft", "accelerate", "lightning.pytorch")
    (block,) = program.outputs
    if block.info == "diagnostic":
        outcome = run_block(program.source, tmp_path)
        check_block(page, block, outcome.diagnostics)
        return
    (tmp_path / "main.py").write_text(program.source.text)
    outcome = start_program(tmp_path, tmp_path / "out", plain=True)()
    assert outcome.status == 0, outcome
    drawn = outcome.stdout[re.search(r"^(error|warning)\[", outcome.stdout, re.M).start() :]
    check_block(page, block, re.sub(r"^\{.*\}\n?", "", drawn, flags=re.M))  # the trainer prints what it logs


def test_every_page_has_a_program():
    assert {page.name for page, _ in SHOWN} == set(PAGES)
