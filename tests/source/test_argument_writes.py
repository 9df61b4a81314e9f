"""A function's writes into what it was given are read from its text; those into copies are not."""

from __future__ import annotations

import pytest

from whygrad.source.files import SourceFiles
from whygrad.source.values.argument_writes import writes_to_arguments

FILE = "hooks.py"
HEAD = "import torch.nn.functional as F\n"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("def pack(t):\n    t.mul_(2)", [3]),
        ("def pack(self, t):\n    t += 1", [3]),
        ("def pack(t):\n    t[t < 0] = 0", [3]),
        ("def pack(t):\n    flat = t.view(-1)\n    flat.data[0] = 1", [4]),
        ("def pack(t):\n    return F.relu_(t)", [3]),
        ("def pack(t):\n    return F.dropout(t, 0.5, inplace=True)", [3]),
        ("pack = lambda t: t.div_(3)", [2]),
        ("def pack(t):\n    t = t.clone()\n    t.mul_(2)", []),
        ("def pack(t):\n    size = t.abs().clamp_(min=1)\n    size += 1", []),
        ("def pack(t):\n    kept.copy_(t)", []),
    ],
)
def test_only_writes_into_the_argument_are_found(text, lines):
    found = writes_to_arguments(FILE, 2, {"view", "data"}, SourceFiles({FILE: HEAD + text + "\n"}))
    assert [place.line for place in found] == lines
