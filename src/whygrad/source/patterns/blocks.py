"""`with` blocks that keep values from one use to the next."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node

KEEPING = "cached"  # of `torch.nn.utils.parametrize`: a parametrised weight is computed once in the block


def keeping_block(place: Place, sources: SourceFiles) -> Place | None:
    """The innermost `with …cached():` around the place."""
    found = None
    for node in sources.syntax(place.file).around(place.line).of(ast.With, ast.AsyncWith):
        if node.lineno < place.line:
            calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
            keeping = [c for c in calls if ast.unparse(c.func).rpartition(".")[2] == KEEPING]
            found = place_of_node(place.file, keeping[0], place.function, sources) if keeping else found
    return found
