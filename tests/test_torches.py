"""What the tests leave out under another torch is what they say, and nothing besides."""

from __future__ import annotations

import pytest
import torches

PRINTED = """\
   |
   = note: torch says: Output 1 of Split is a view and is being modified
           inplace. Such functions do not allow it
   = help: compute out of place

error[next]: more
"""


@pytest.mark.parametrize(
    ("version", "mark", "runs"),
    [
        ((2, 15), "#! torch <2.15: it can do that", False),
        ((2, 14), "#! torch <2.15: it can do that", True),
        ((2, 4), "#! torch >=2.13: it forgets", False),
        ((2, 13), "#! torch >=2.13: it forgets", True),
        ((2, 4), "import torch", True),
    ],
)
def test_a_program_that_needs_another_torch_is_known_by_its_mark(version, mark, runs, tmp_path, monkeypatch):
    monkeypatch.setattr(torches, "version", lambda: version)
    (tmp_path / "main.py").write_text(f"{mark}\nprint(1)\n")
    assert (torches.unsuited(tmp_path / "main.py") == "") is runs


def test_only_the_words_of_another_torch_are_left_out(monkeypatch):
    monkeypatch.setattr(torches, "version", lambda: (2, 99))
    said = torches.in_any_torch(PRINTED)
    assert said == "   |\n   = note: torch says: …\n   = help: compute out of place\n\nerror[next]: more\n"
    last = torches.in_any_torch("  = note: torch says: a\n          b\n\nerror")
    assert last == "  = note: torch says: …\n\nerror"
    monkeypatch.setattr(torches, "version", lambda: torches.DEFAULT)
    assert torches.in_any_torch(PRINTED) == PRINTED
