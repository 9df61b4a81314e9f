"""The caret stands under the exact expression, wherever the culprit hides."""

from __future__ import annotations

import linecache
import textwrap

import pytest
import torch
from programs import run_program

import whygrad

HEAD = """\
import torch
from torch import nn

model = nn.Linear(3, 1)
x = torch.ones(2, 3)
"""


def marked_text(folder, finding) -> str:
    """The text that the first finding's site marks."""
    site = finding["site"]
    lines = (folder / site["file"]).read_text().splitlines()[site["line"] - 1 : site["end_line"]]
    if len(lines) == 1:
        return lines[0][site["column"] - 1 : site["end_column"] - 1]
    return "\n".join([lines[0][site["column"] - 1 :], *lines[1:-1], lines[-1][: site["end_column"] - 1]])


PROGRAMS = {
    "in a decorated method": (
        """
        import functools

        def traced(function):
            @functools.wraps(function)
            def inner(*args, **kwargs):
                return function(*args, **kwargs)
            return inner

        class Head:
            @traced
            def score(self, h):
                return (h * 2).detach().sum()

        Head().score(model(x)).backward()
        """,
        ".detach()",
    ),
    "in a list comprehension": (
        """
        parts = [h.detach() + 1 for h in model(x)]
        torch.stack(parts).sum().backward()
        """,
        ".detach()",
    ),
    "in a lambda": (
        """
        steps = [torch.relu, lambda h: torch.tanh(h).data, torch.sum]
        h = model(x)
        for step in steps:
            h = step(h)
        h.backward()
        """,
        ".data",
    ),
    "in a line continued over four lines": (
        """
        loss = (
            model(x)
            .pow(2)
            .detach()
            .mean()
        )
        loss.backward()
        """,
        ".detach()",
    ),
    "behind characters of several bytes": (
        """
        größe, 损失 = model(x), "ü"; ergebnis = größe.detach().sum()
        ergebnis.backward()
        """,
        ".detach()",
    ),
    "behind tabs": (
        """
        if True:
        \tloss = model(x).detach().sum()
        loss.backward()
        """,
        ".detach()",
    ),
    "in a conditional expression": (
        """
        train = False
        h = model(x) if train else model(x).detach()
        h.sum().backward()
        """,
        ".detach()",
    ),
    "in an f-string's neighbour": (
        """
        log = []
        h = model(x); log.append(f"{h.detach().sum()}"); h = h.detach()
        h.sum().backward()
        """,
        ".detach()",
    ),
    "in a with of several items": (
        """
        import contextlib
        with contextlib.nullcontext(), torch.no_grad(), contextlib.nullcontext():
            loss = model(x).sum()
        loss.backward()
        """,
        "torch.no_grad()",
    ),
}


@pytest.mark.parametrize("where", PROGRAMS)
def test_the_mark_is_right(where, tmp_path):
    body, expected = PROGRAMS[where]
    (tmp_path / "main.py").write_text(HEAD + textwrap.dedent(body))
    outcome = run_program(tmp_path, tmp_path / "out")
    assert outcome.alarms, outcome.stderr
    assert marked_text(tmp_path, outcome.alarms[0]) == expected


def test_the_second_of_two_equal_calls_on_a_line_is_marked(tmp_path):
    (tmp_path / "main.py").write_text(
        HEAD + "h = model(x); print(h.detach().sum() > 1e9); (h + 1).detach().sum().backward()\n"
    )
    outcome = run_program(tmp_path, tmp_path / "out")
    assert outcome.alarms[0]["site"]["column"] == 53


def test_the_culprit_is_found_three_files_away(tmp_path):
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "deep.py").write_text("def clean(h):\n    return h.detach() * 1.0\n")
    (package / "middle.py").write_text("from .deep import clean\n\ndef prepare(h):\n    return clean(h) + 1\n")
    (package / "outer.py").write_text("from .middle import prepare\n\ndef loss_of(h):\n    return prepare(h).sum()\n")
    (tmp_path / "main.py").write_text(HEAD + "from pack.outer import loss_of\n\nloss_of(model(x)).backward()\n")
    finding = run_program(tmp_path, tmp_path / "out").alarms[0]
    assert (finding["site"]["file"], finding["site"]["line"]) == ("pack/deep.py", 2)
    assert marked_text(tmp_path, finding) == ".detach()"
    assert [(f["file"], f["line"]) for f in finding["frames"]][-4:] == [
        ("main.py", 8),
        ("pack/outer.py", 4),
        ("pack/middle.py", 4),
        ("pack/deep.py", 2),
    ]


def test_a_notebook_cell_is_shown_from_linecache():
    cell = "h = w * 2\nloss = (h + 1).detach().sum()\n"
    name = "<ipython-input-7-abc>"
    linecache.cache[name] = (len(cell), None, cell.splitlines(keepends=True), name)
    space = {"w": torch.ones(2, requires_grad=True)}
    with whygrad.watch():
        exec(compile(cell, name, "exec"), space)
        text = str(whygrad.why(space["loss"]))
    assert f" --> {name}:2:15\n" in text
    assert "loss = (h + 1).detach().sum()\n  |               ^^^^^^^^^" in text
