"""Parsing a text of the program's: what Python warns of in it was said when the program itself was compiled."""

from __future__ import annotations

import ast
from typing import Any

from whygrad.unwarned import unwarned


def parsed(text: str, mode: str = "exec") -> Any:
    """The syntax tree; raises what `ast.parse` raises."""
    with unwarned():
        return ast.parse(text, mode=mode)
