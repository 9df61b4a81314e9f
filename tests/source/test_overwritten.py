"""Variables that are assigned again before anything reads them, as the text tells."""

from __future__ import annotations

import textwrap

import pytest

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.values.overwritten import lost_name, overwritten_name


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


def lost_in(text: str) -> str:
    """The variable that takes a result of `first` and is not read, where that of `second` is."""
    text = textwrap.dedent(text)

    def place(call: str) -> Place:
        lines = text.splitlines()
        (number,) = (at for at, line in enumerate(lines, 1) if call in line)
        column = lines[number - 1].index(call) + 1
        return Place("a.py", number, column, number, column + len(call), "<module>")

    return lost_name(place("first()"), place("second()"), SourceFiles({"a.py": text}))


def test_a_result_that_nothing_reads_before_the_other_takes_its_name_is_lost():

    assert lost_in("x, kl = first()\nf(x)\nx, kl = second()\nloss = kl\n") == "kl"
    assert lost_in("for a in b:\n    x, _kl = first()\n    f(x)\nx, _kl = second()\nloss = _kl\n") == "_kl"
    assert lost_in("h, one = first()\nf(h)\nh, two = second()\nf(h)\nloss = two\n") == "one"


@pytest.mark.parametrize(
    "text",
    [
        "x, kl = first()\nf(x, kl)\nx, kl = second()\nloss = kl\n",
        "for a in b:\n    total += kl\n    x, kl = first()\n    f(x)\nx, kl = second()\nloss = kl\n",
        "x, kl = first()\nf(x)\nif on:\n    x, kl = second()\nloss = kl\n",
        "x, _ = first()\nf(x)\nx, kl = second()\nloss = kl\n",
        "h, one = first()\nf(h)\nh, two = second()\nf(h)\nloss = one + two\n",
        "h, one = first()\nf(h)\nh, two = second()\nf(h)\n",
        "kl = [first()]\nkl = second()\nloss = kl\n",
    ],
    ids=["read", "read in the next turn", "under a condition", "named so", "both read", "neither read", "in a list"],
)
def test_a_result_that_may_be_read_is_not_lost(text):
    assert not lost_in(text)
