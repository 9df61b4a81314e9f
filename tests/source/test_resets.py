"""Which methods set a state anew, and whether anything in the text calls them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from whygrad.place import Place
from whygrad.source.files import SourceFiles
from whygrad.source.sharing.resets import reset_of_others, uncalled_reset

FILE = "/p/cell.py"
CELL = """
class Cell(Module):
    def __init__(self):
        self.state = None

    {method}

    def forward(self, x):
        reset = gate(x)
        self.state = f(x, self.state, reset)  # store
        return self.state
"""
RESET = "def reset(self): self.state = None"


def line_of(text: str, mark: str) -> Place:
    number = next(n for n, line in enumerate(text.splitlines(), 1) if mark in line)
    return Place(FILE, number, 9, number, 20, "forward")


def found(method: str, rest: str = "") -> str | None:
    text = CELL.format(method=method) + dedent(rest)
    reset = uncalled_reset(line_of(text, "# store"), [FILE], SourceFiles({FILE: text}))
    return reset.name if reset is not None else None


@pytest.mark.parametrize(
    "method",
    [
        RESET,
        "def reset(self): self.state = torch.zeros_like(self.state)",
        "def reset(self): self.state, self.n = torch.zeros(3), 0",
        "def reset(self): self.state = tuple(s.detach() for s in self.state)",
        "def reset(self): self.state.detach_()",
    ],
)
def test_a_method_that_sets_the_state_anew_is_found(method):
    assert found(method) == "Cell.reset"


@pytest.mark.parametrize(
    "method",
    [
        "def warm_up(self, x): self.state = self.net(x)",
        "def keep(self): self.other = None",
        "def on_epoch_start(self): self.state = None",
        "@property\n    def reset(self): self.state = None",
    ],
)
def test_what_computes_a_state_or_runs_by_itself_is_no_reset(method):
    assert found(method) is None


@pytest.mark.parametrize(
    "rest",
    [
        "for x in data: cell.reset()",
        "net.apply(Cell.reset)",
        'for part in parts: getattr(part, "reset")()',
        "functional.reset_net(net)",
        "def main():\n    cell.reset()\nmain()",
        "class Net:\n    def clear(self): self.cell.reset()\n    def forward(self, x): self.clear()",
    ],
)
def test_a_reset_that_something_calls_is_not_missing(rest):
    assert found(RESET, rest) is None


def test_other_names_are_no_calls_of_it():
    assert found(RESET, "linear.reset_parameters()") == "Cell.reset"


def test_of_a_function_that_nothing_calls_the_outermost_is_named():
    assert found(RESET, "class Net:\n    def clear(self):\n        for c in self.cells: c.reset()") == "clear"


def test_a_reset_in_a_base_class_is_found():
    text = dedent("""
    class Base(Module):
        def reset(self): self.state = None
    class Other:
        def drop(self): self.state = None
    class Cell(Base):
        def forward(self, x):
            self.state = f(x, self.state)  # store
    """)
    reset = uncalled_reset(line_of(text, "# store"), [FILE], SourceFiles({FILE: text}))
    assert reset is not None and reset.name == "Base.reset"


def test_a_reset_of_a_sister_is_told_where_it_runs_before_every_use():
    net = """
class Net(Module):
    def forward(self, x):
        self.first.reset()
        for t in x:
            y = self.second(self.first(t))  # used
        return y
"""
    text = CELL.format(method=RESET) + net
    store, used, sources = line_of(text, "# store"), line_of(text, "# used"), SourceFiles({FILE: text})
    told = reset_of_others(store, used, [FILE], sources)
    assert told is not None and told[1].line == line_of(text, "self.first.reset()").line
    seldom = text.replace("self.first.reset()", "if new: self.first.reset()")
    assert reset_of_others(store, used, [FILE], SourceFiles({FILE: seldom})) is None
