"""What a function was given, and attributes that are made alike, as the text tells."""

from __future__ import annotations

import ast

import pytest

from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import acts_on_arguments, calls_an_argument, function_name
from whygrad.source.sharing.twins import called_twice
from whygrad.source.span import place_of_node


def place(text: str, part: str):
    """The place of the first expression that reads as `part`, and the text's sources."""
    sources = SourceFiles({"main.py": text})
    found = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.expr) and ast.unparse(n) == part]
    return place_of_node("main.py", found[0], "f", sources), sources


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("def f(x):\n    return x.detach()", "x.detach()", True),
        ("f = lambda x: x.detach()", "x.detach()", True),
        ("def f(d):\n    return [v.detach() for v in d]", "v.detach()", True),
        ("import torch\ndef f(x):\n    y = torch.relu(x)\n    return y.detach()", "y.detach()", True),
        ("def f(self, x):\n    return self.net(x).detach()", "self.net(x).detach()", False),
        ("def f(self, x):\n    y = self.net(x)\n    return y.detach()", "y.detach()", False),
        ("def f(x):\n    y = net(x)\n    return y.detach()", "y.detach()", False),
        ("x.detach()", "x.detach()", False),
    ],
)
def test_a_helper_acts_on_its_arguments_where_nothing_else_goes_in(text, part, expected):
    assert acts_on_arguments(*place(text, part)) is expected


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("def f(fn, *args):\n    return fn(*args)", "fn(*args)", True),
        ("def f(model, x):\n    return model.encode(x)", "model.encode(x)", True),
        ("def f(self, x):\n    return self.body(x)", "self.body(x)", False),
        ("def f(x):\n    return net(x)", "net(x)", False),
    ],
)
def test_what_is_called_is_an_argument_or_not(text, part, expected):
    assert calls_an_argument(*place(text, part)) is expected


def test_a_function_without_a_name_has_none():
    assert function_name(*place("def f(x):\n    return x.detach()", "x.detach()")) == "f"
    assert function_name(*place("f = lambda x: x.detach()", "x.detach()")) == ""


MADE = "class A:\n    def __init__(self):\n        self.a = L(2)\n        self.b = {value}\n"
CALLED = "    def forward(self, x, y):\n        {statement}\n"


@pytest.mark.parametrize(
    ("value", "statement", "expected"),
    [
        ("L(2)", "return self.a(x), self.a(y)", True),
        ("L(3)", "return self.a(x), self.a(y)", False),
        ("L(2)", "return self.a(x), self.a(y), self.b", False),
        ("L(2)", "u = self.a(x); return self.a(y)", False),
    ],
)
def test_a_twin_is_called_in_the_place_of_one_that_is_not_read(value, statement, expected):
    text = MADE.format(value=value) + CALLED.format(statement=statement)
    first, sources = place(text, "self.a(x)")
    second, _ = place(text, "self.a(y)")
    assert called_twice("a", "b", [first, second], sources) == (second if expected else None)
