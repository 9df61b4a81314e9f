"""Derivatives that the program registers for its custom operators: torch makes a Function of each, in its own file.

That Function calls what was registered, so it is told of as if the program had written it.
"""

from __future__ import annotations

import os
from types import CodeType, FunctionType
from typing import NamedTuple

from whygrad.evidence.functions import OperatorFormula
from whygrad.interruptions.errors import hand_on
from whygrad.record.seam.as_is import attribute_of, code_of, definition_of, function_of, member_of

MADE_IN = os.path.join("torch", "_library", "autograd.py")
AROUND = "orig_backward"  # what it calls the method that another one of its own goes around


class Registered(NamedTuple):
    """What was registered for an operator."""

    operator: str
    forward: CodeType | None
    setup: CodeType | None
    backward: CodeType | None


def registered_for(cls: type) -> Registered | None:
    """What the Function calls, where torch made it for an operator; None of any other Function."""
    method = function_of(member_of(cls, "backward"))
    if method is None or not method.__code__.co_filename.endswith(MADE_IN):
        return None
    inner = _captured(method, AROUND)
    method = inner if type(inner) is FunctionType else method
    info, operator = _captured(method, "info"), _captured(method, "op")
    operator = _captured(function_of(member_of(cls, "forward")), "op") if operator is None else operator
    space, name = attribute_of(operator, "_namespace"), attribute_of(operator, "_opname")
    if info is None or type(space) is not str or type(name) is not str:
        return None
    parts = ("_init_fn", "_setup_context_fn", "_backward_fn")
    return Registered(f"{space}::{name}", *[code_of(attribute_of(info, part)) for part in parts])


def formula_of(cls: type, registered: Registered) -> OperatorFormula:
    """The same, with places."""
    forward, setup, backward = (definition_of(code) if code is not None else None for code in registered[1:])
    return OperatorFormula(registered.operator, forward, backward, setup, cls.__name__)


def _captured(function: FunctionType | None, name: str) -> object:
    """What a function reads from the one around it, by its name there."""
    names = function.__code__.co_freevars if function is not None else ()
    cells = function.__closure__ or () if function is not None else ()
    for free, cell in zip(names, cells, strict=True):
        if free == name:
            try:
                return cell.cell_contents
            except ValueError as error:  # it is not set yet
                hand_on(error)
                return None
    return None
