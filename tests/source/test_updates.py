"""Which line of an optimizer's own `step` leaves the parameters as they are."""

from __future__ import annotations

import textwrap

import pytest

from whygrad.place import Definition
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.updates import update_without_effect

STEP = """
def step(self):
    for group in self.param_groups:
        for p in group["params"]:
            {}
"""


def found(*lines: str) -> tuple[str, str] | None:
    text = STEP.format("\n            ".join(lines)).lstrip()
    sources = SourceFiles({"opt.py": text})
    reason = update_without_effect(Definition("opt.py", 1, "step"), sources)
    return (reason[0], sources.segment(reason[1])) if reason is not None else None


@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("p = p - group['lr'] * p.grad", "rebound"),
        ("p = p.add(p.grad, alpha=-0.1)", "rebound"),
        ("p.data.add(p.grad, alpha=-0.1)", "dropped"),
        ("torch.sub(p, p.grad)", "dropped"),
    ],
)
def test_the_statement_that_writes_nothing_is_found(line, how):
    assert found("if p.grad is None:", "    continue", line) == (how, line)


def test_a_step_that_ends_at_the_first_missing_gradient_is_found():
    assert found("if p.grad is None:", "    return", "p.sub_(p.grad)") == ("left", "return")


@pytest.mark.parametrize(
    "line", ["p.sub_(p.grad)", "p -= p.grad", "p.data = p.data - p.grad", "grad = grad + 0.1 * p", "seen.add(p)"]
)
def test_what_writes_is_no_reason(line):
    assert found("if p.grad is None:", "    continue", line) is None


def test_a_method_that_the_step_calls_is_looked_at():
    text = textwrap.dedent("""
        def step(self):
            for p in self.params:
                self.move(p)

        def move(self, weight):
            value = weight.data
            value = value - weight.grad
    """).lstrip()
    sources = SourceFiles({"opt.py": text})
    how, place = update_without_effect(Definition("opt.py", 1, "step"), sources)
    assert (how, place.line) == ("rebound", 7)
