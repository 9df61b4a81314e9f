"""Small pieces of Python text that several repairs write."""

from __future__ import annotations

import ast

from whygrad.fix.scene import Text


def with_method(text: Text, value: ast.expr, method: str) -> str:
    """The value, in brackets where it needs them, with a call, an index or an attribute behind it."""
    plain = isinstance(value, ast.Name | ast.Call | ast.Attribute | ast.Subscript)
    return f"{text.of(value)}{method}" if plain else f"({text.of(value)}){method}"
