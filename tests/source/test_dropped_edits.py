"""A change to a gradient is dropped where a statement computes a new tensor and nobody takes it."""

from __future__ import annotations

import ast

import pytest

from whygrad.source.dropped_edits import dropped_edit
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node

FILE = "limits.py"


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        ("p.grad.clamp(-1, 1)", ("clamp",)),
        ("p.grad.data.mul(0.5)", ("mul",)),
        ("torch.nan_to_num(p.grad).clip(-1, 1)", ("nan_to_num", "clip")),
        ("p.grad.nan_to_num_().clip(-1, 1)", ("clip",)),
        ("g = p.grad; g.div(2)", ("div",)),
        ("p.grad.nan_to_num_().clip_(-1, 1)", None),
        ("torch.clamp(p.grad, -1, 1, out=p.grad)", None),
        ("p.grad.clone().clamp_(-1, 1)", None),
        ("g = p.grad; g = g * 2; g.div(2)", None),
        ("norm = p.grad.mul(2)", None),
        ("return p.grad.clamp(-1, 1)", None),
    ],
)
def test_what_makes_new_tensors_is_named(statement, names):
    sources = SourceFiles({FILE: f"def limit(p):\n    {statement}\n"})
    read = next(node for node in sources.syntax(FILE).of(ast.Attribute) if node.attr == "grad")
    found = dropped_edit(place_of_node(FILE, read, "limit", sources), sources)
    assert (found[0] if found is not None else None) == names
