"""Constructors that hand an argument on to the class above as they got it: who creates the object has chosen it."""

from __future__ import annotations

import ast
from collections.abc import Callable

from whygrad.recording import Chain
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import argument_given, function_name, is_argument
from whygrad.source.span import node_at

CONSTRUCTOR = "__init__"

Picked = Callable[[ast.Call], "ast.expr | None"]


def call_of_constructor(chain: Chain, picked: Picked, sources: SourceFiles) -> Chain:
    """The chain up to the call that chooses the argument which `picked` finds in a call of a constructor.

    A constructor that computes the argument, or has it by default, is left as it is.
    """
    while len(chain) > 1 and function_name(chain[-1], sources) == CONSTRUCTOR:
        call = node_at(chain[-1], sources)
        value = picked(call) if isinstance(call, ast.Call) and _is_of_base(call) else None
        if not isinstance(value, ast.Name) or not is_argument(value.id, chain[-1], sources):
            break
        if argument_given(value.id, chain, sources) is None:
            break
        chain = chain[:-1]
    return chain


def _is_of_base(call: ast.Call) -> bool:
    """`super().__init__(…)`, `Base.__init__(self, …)`"""
    return isinstance(call.func, ast.Attribute) and call.func.attr == CONSTRUCTOR
