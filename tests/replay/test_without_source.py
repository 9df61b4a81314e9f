"""A recording whose program's text was left out is diagnosed all the same: less is found, and nothing fails."""

from __future__ import annotations

from dataclasses import replace

import pytest
from archive import recordings_of
from drawn import drawn
from recorded_programs import all_programs

from whygrad.diagnose import diagnose_all
from whygrad.render.terminal import to_text
from whygrad.source.files import SourceFiles

SHELVES = drawn(dict.fromkeys(program.shelf for program in all_programs()), 9)  # each takes long to read
SOME = [program for program in all_programs() if program.shelf in SHELVES]


@pytest.mark.parametrize("program", SOME, ids=lambda program: program.title)
def test_a_recording_without_source_is_diagnosed_and_drawn(program):
    for recordings in recordings_of(program):
        bare = [replace(r, sources=dict.fromkeys(r.sources, "")) for r in recordings]
        sources = SourceFiles({file: "" for r in recordings for file in r.sources})
        drawn = to_text([diagnostic for _, diagnostic in diagnose_all(bare)], sources, cwd="")
        assert "``" not in drawn
