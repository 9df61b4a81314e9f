"""Variables that are assigned again before anything reads them, as the text tells."""

from __future__ import annotations

import textwrap

import pytest

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.values.overwritten import overwritten_name


def name_in(text: str, first: str = "first()", second: str = "second()") -> str:
    """The variable that `second` is assigned to, where nothing has read that `first` was its value."""
    text = textwrap.dedent(text)

    def place(call: str) -> Place:
        lines = text.splitlines()
        (number,) = (at for at, line in enumerate(lines, 1) if call in line)
        column = lines[number - 1].index(call) + 1
        return Place("a.py", number, column, number, column + len(call), "<module>")

    return overwritten_name(place(first), place(second), SourceFiles({"a.py": text}))


def test_what_always_follows_is_told():
    assert name_in("loss = first()\nloss = second()\n") == "loss"
    assert name_in("if on:\n    loss = first()\n    loss = second()\n") == "loss"
    assert name_in("if on:\n    pass\nelse:\n    loss = first()\n    loss = second()\n") == "loss"


def test_a_term_with_a_factor_that_is_asked_for_is_told():
    added = "if a:\n    loss += first()\nif self.w > 0:\n    loss = self.w * second()\n"
    assert name_in(added, "loss += first()", "self.w * second()") == "loss"


@pytest.mark.parametrize(
    "text",
    [
        "loss = first()\nprint(loss)\nloss = second()\n",
        "loss = first()\nif rare:\n    loss = second()\n",
        "loss = first()\nif rare:\n    with quiet:\n        loss = second()\n",
        "if on:\n    loss = first()\nelse:\n    loss = second()\n",
        "try:\n    loss = first()\nexcept ValueError:\n    loss = second()\n",
        "match kind:\n    case 1:\n        loss = first()\n    case _:\n        loss = second()\n",
        "loss = first()\nfor item in more:\n    loss = second()\n",
        "loss = first()\nloss += second()\n",
    ],
)
def test_what_may_be_meant_is_not(text):
    assert name_in(text) == ""
