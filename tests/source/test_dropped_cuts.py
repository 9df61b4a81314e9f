"""A `detach()` whose result nobody gets is found by its text, and a program of many files is not parsed for it."""

from __future__ import annotations

import pytest

from whygrad.source.files import SourceFiles
from whygrad.source.values.dropped_cuts import dropped_cuts

TEXT = "value = f(x)\nvalue.detach()\nloss = value + x\n"


def test_no_other_file_is_parsed_than_those_with_the_word(monkeypatch):
    texts = {"main.py": TEXT, "detaching.py": "value.detach()\n", "other.py": "value = f(x)\n"}
    sources, parsed = SourceFiles(texts), []
    monkeypatch.setattr(sources.inquiry, "_parse", lambda text, lines: parsed.append(text))
    assert dropped_cuts(["main.py", "other.py"], texts, sources) == []
    assert parsed == [TEXT]


def test_those_of_the_files_that_are_asked_for_are_found():
    sources = SourceFiles({"main.py": TEXT, "beside.py": TEXT})
    (cut,) = dropped_cuts(["main.py"], ["main.py", "beside.py"], sources)
    assert (cut.call.file, cut.call.line, cut.name) == ("main.py", 2, "value")


@pytest.mark.parametrize("name", ["detach", "\uff44etach"])  # one name to Python
def test_a_method_of_that_name_in_any_file_of_the_program_may_change_the_object(name):
    sources = SourceFiles(
        {"main.py": TEXT, "beside.py": f"class Box:\n    def {name}(self):\n        self.kept = None\n"}
    )
    assert dropped_cuts(["main.py"], ["main.py", "beside.py"], sources) == []


def test_a_call_may_be_written_in_letters_of_another_width():
    sources = SourceFiles({"main.py": TEXT.replace("detach", "\uff44etach")})
    assert len(dropped_cuts(["main.py"], ["main.py"], sources)) == 1
