"""Groups of parameters that are filled for an optimizer and used nowhere, as the text tells."""

from __future__ import annotations

import textwrap

import pytest

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.values.unused_groups import unused_groups

MADE = "SGD(groups)"


def unused_in(text: str) -> list[tuple[str, int]]:
    """The names of such groups before `SGD(groups)`, with the lines that fill them."""
    text = textwrap.dedent(text)
    lines = text.splitlines()
    (number,) = (at for at, line in enumerate(lines, 1) if MADE in line)
    column = lines[number - 1].index(MADE) + 1
    made = Place("a.py", number, column, number, column + len(MADE), "<module>")
    return [(group.name, group.filled.line) for group in unused_groups(made, ["a.py"], SourceFiles({"a.py": text}))]


def test_a_list_that_nothing_reads_is_told():
    assert unused_in("head = list(m.head.parameters())\ngroups = []\nopt = SGD(groups)\n") == [("head", 1)]
    loop = "for n, p in m.named_parameters():\n    (groups if n else head).append(p)\nSGD(groups)\n"
    assert unused_in("head, groups = [], []\n" + loop) == [("head", 3)]
    assert unused_in("head = []\nhead += m.parameters()\nprint(len(head))\nSGD(groups)\n") == [("head", 2)]


def test_a_group_that_is_bound_anew_is_told():
    text = """
    group = {"params": []}
    group["params"].extend(m.head.parameters())
    group["lr"] = 0.1
    group = {"params": list(m.body.parameters())}
    groups = [group]
    SGD(groups)
    """
    assert unused_in(text) == [("group", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "head = list(m.parameters())\ngroups = [*head]\nSGD(groups)\n",
        "sizes = [p.numel() for p in m.parameters()]\nSGD(groups)\n",
        "before = [p.clone() for p in m.parameters()]\nSGD(groups)\n",
        "names = []\nfor name, p in m.named_parameters():\n    names.append(name)\nSGD(groups)\n",
        "SGD(groups)\nrest = list(m.parameters())\n",
        "head = list(m.parameters())\ndef f():\n    return head\nSGD(groups)\n",
        "head = list(m.parameters())\ngroups = eval('head')\nSGD(groups)\n",
        "if a:\n    g = list(m.parameters())\nelse:\n    g = list(n.parameters())\ngroups = [g]\nSGD(groups)\n",
        "for m in ms:\n    if g:\n        groups += g\n    g = list(m.parameters())\nSGD(groups)\n",
        "def f():\n    global head\n    head = list(m.parameters())\n    SGD(groups)\n",
    ],
)
def test_what_may_be_used_is_not(text):
    assert unused_in(text) == []
