"""An exception is told without code of the program's."""

import errno

import pytest
from programs import run_program

from whygrad.error_text import text_of

PROGRAM = """\
import torch


class Counted(RuntimeError):
    asked = 0

    def __str__(self):
        Counted.asked += 1
        print("asked", Counted.asked)
        return "in words of its own"


w = torch.ones(2, requires_grad=True)
(w * 2).sum().backward()
raise Counted("given")
"""


class Worded(Exception):
    def __str__(self):
        raise AssertionError("asked")


class Thing:
    __str__ = __repr__ = Worded.__str__


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("two", 2), "('two', 2)"),
        (KeyError("name"), "'name'"),
        (OSError(errno.ENOENT, "no such file"), "[Errno 2] no such file"),
        (type("Derived", (RuntimeError,), {})("text"), "text"),
        (Worded("given"), "given"),
        (type("Other", (RuntimeError,), {"__str__": Thing()})("given"), "given"),
        (Worded(Thing()), ""),
        (ValueError(Thing()), ""),
        (ValueError(type("Text", (str,), {"__str__": Worded.__str__})("a")), ""),
    ],
)
def test_the_text_of_an_error_is_what_it_was_raised_with(error, text):
    assert text_of(error) == text


def test_an_error_of_torch_is_asked_for_its_own_words():
    kind = type("Own", (RuntimeError,), {})
    kind.__str__ = type(lambda: None)((lambda self: "of torch").__code__, {"__name__": "torch.somewhere"})
    assert text_of(kind()) == "of torch"


def test_an_error_that_nobody_catches_is_asked_once_by_python_alone(tmp_path):
    (tmp_path / "main.py").write_text(PROGRAM)
    outcome = run_program(tmp_path, tmp_path / "out")
    assert outcome.stdout == "asked 1\n"
    assert "Counted: in words of its own" in outcome.stderr
    assert outcome.document["error"] == "Counted: given"
