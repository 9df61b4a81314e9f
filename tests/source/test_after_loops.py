"""What a loop's last turn leaves behind, as the text tells."""

from __future__ import annotations

import textwrap

import pytest

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.looping.after_loops import goes_to_its_end, is_only_reported


def places_in(text: str, *calls: str) -> tuple[list[Place], SourceFiles]:
    lines = textwrap.dedent(text).splitlines()
    found = []
    for call in calls:
        number = next(at for at, line in enumerate(lines, 1) if call in line)
        column = lines[number - 1].index(call) + 1
        found.append(Place("a.py", number, column, number, column + len(call), "<module>"))
    return found, SourceFiles({"a.py": "\n".join(lines)})


def is_drawn(text: str) -> bool:
    (drawn, after), sources = places_in(text, "data", "backward()")
    return goes_to_its_end(drawn, after, sources) is not None


def is_replaced(text: str) -> bool:
    (made, after), sources = places_in(text, "made()", "backward()")
    return is_only_reported(made, after, sources)


def test_what_stands_after_a_loop_has_its_last_turn():
    assert is_drawn("for x in data:\n    f(x)\nbackward()\n")
    assert is_replaced("for x in data:\n    g(x)\n    loss = made()\n    total += loss.item()\nbackward()\n")


@pytest.mark.parametrize(
    "text",
    [
        "for x in data:\n    backward()\n",
        "for x in data:\n    if x:\n        break\nbackward()\n",
        "backward()\nfor x in data:\n    f(x)\n",
        "x = next(data)\nbackward()\n",
    ],
)
def test_a_loop_around_it_or_one_that_chooses_is_another_matter(text):
    assert not is_drawn(text)


@pytest.mark.parametrize(
    "text",
    [
        "for x in data:\n    g(x)\n    loss = made()\n    best = min(best, loss)\nbackward()\n",
        "for x in data:\n    g(x)\n    loss = made()\n    total = total + loss\nbackward()\n",
        "for _ in data:\n    loss = made()\nbackward()\n",
    ],
    ids=["compared", "added", "repeated"],
)
def test_a_value_that_the_loop_uses_is_not_replaced(text):
    assert not is_replaced(text)
