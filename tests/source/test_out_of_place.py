"""`x += y` → `x = x + y`, where a new value of the name is all that is meant."""

from __future__ import annotations

import pytest

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.out_of_place import out_of_place

FILE = "/p/net.py"


def made(text: str, line: int) -> str | None:
    found = out_of_place(Place(FILE, line, 1, line, 1, "f"), SourceFiles({FILE: text}))
    return found[1] if found is not None else None


@pytest.mark.parametrize(
    ("statement", "wanted"),
    [
        ("x += y", "x = x + y"),
        ("x += 0.1 * noise", "x = x + 0.1 * noise"),
        ("x *= a + b", "x = x * (a + b)"),
        ("x += a - b", "x = x + (a - b)"),  # in the order in which it was computed
        ("x += a if b else c", "x = x + (a if b else c)"),
        ("x.mul_(y, out=z)", "x = x.mul(y, out=z)"),
        ("self.x -= y", "self.x = self.x - y"),
    ],
)
def test_a_name_gets_a_new_value(statement, wanted):
    assert made(f"def f(self, x, y):\n    {statement}\n    return use(x)\n", 2) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, y):\n    x[0] += y\n    return x\n",  # an element is written in place all the same
        "def f(x, y):\n    x += y\n",  # who called reads it
        "def f(xs, y):\n    for x in xs:\n\n        x += y\n        use(x)\n",
        "def f(x, y):\n    x.mul_(y).add_(1)\n    return x\n",
        "def f(x):\n    x.requires_grad_()\n    return x\n",
        "def f(x, y):\n    x.mask |= y\n    return x\n",
        "def f(x, y):\n    z = x.add(y)\n    return x\n",
    ],
)
def test_where_more_may_be_meant_nothing_is_proposed(text):
    line = 4 if "for " in text else 2
    assert made(text, line) is None
