"""Which line wrote nan into an array is read in the order of the text, with loops and branches in it."""

from __future__ import annotations

import ast

import pytest

from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node
from whygrad.source.written_nan import nan_written

FILE = "data.py"


@pytest.mark.parametrize(
    ("lines", "written"),
    [
        (["x = np.full(8, np.nan)"], 1),
        (["x = np.zeros(8)", "for i in gaps:", "    x[i] = float('nan')"], 3),
        (["x = np.zeros(8)", "x[2] = np.nan", "x = x.astype(np.float32)"], 2),
        (["if ragged:", "    x = np.zeros(8)", "x = np.full(8, np.nan)"], 3),
        (["x = np.zeros(8)", "for i in gaps:", "    x[i] = np.nan", "x = read()"], None),
        (["x = np.full(8, np.nan)", "x[0] = np.nan"], None),
        (["x = np.zeros(8)", "y[0] = np.nan"], None),
    ],
)
def test_the_line_that_wrote_it(lines, written):
    sources = SourceFiles({FILE: "\n".join([*lines, "t = torch.from_numpy(x)", ""])})
    (call,) = (node for node in sources.syntax(FILE).of(ast.Call) if ast.unparse(node.func) == "torch.from_numpy")
    found = nan_written(place_of_node(FILE, call, "<module>", sources), sources)
    assert (found.line if found is not None else None) == written
