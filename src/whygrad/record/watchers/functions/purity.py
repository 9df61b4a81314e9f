"""May a function of the program's be run once more without a trace? Told from its code, and no when in doubt."""

from __future__ import annotations

import builtins
import dis
import inspect
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import torch

from whygrad.record.seam.as_is import is_a

DEPTH = 4  # how far functions are followed into those that they call
MODULES = frozenset({"torch", "math", "numpy", "operator"})
CONSTANTS = (int, float, complex, str, bytes, type(None), type(...), torch.dtype, torch.device, torch.Size)
# `print` is among them because printed text is caught.
FUNCTIONS = (abs, all, any, divmod, enumerate, isinstance, issubclass, len, map, max, min, pow, print, range, repr)
MORE = (reversed, round, sorted, sum, super, zip, ValueError, TypeError, RuntimeError)
KINDS = (bool, complex, dict, float, int, list, set, slice, str, tuple, type)
WRITING = ("STORE_GLOBAL", "DELETE_GLOBAL", "IMPORT_NAME", "DELETE_ATTR")
WRITING_NAMES = frozenset({"save", "load", "open", "tofile", "dump", "register_buffer"})


def leaves_no_trace(function: Any, depth: int = DEPTH) -> bool:
    """Does it use nothing that outlives a call but constants, torch, and functions of which the same is true?"""
    function = inspect.unwrap(getattr(function, "__func__", function))
    if not is_a(function, FunctionType) or depth == 0:
        return False
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    used = list(_outer_values(function))
    called = [value for value in used if is_a(value, FunctionType) and not _is_torchs(value)]
    codes = list(_codes(function.__code__))
    return (
        all(is_a(value, CONSTANTS) for value in defaults)
        and not any(_writes(code, called) for code in codes)
        and all(any(value is c for c in called) or _is_harmless(value) for value in used)
        and all(leaves_no_trace(value, depth - 1) for value in called if value is not function)
    )


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code with that of the functions and comprehensions inside it."""
    yield code
    for constant in code.co_consts:
        if is_a(constant, CodeType):
            yield from _codes(constant)


def _outer_values(function: FunctionType) -> Iterator[Any]:
    """What the code takes from outside: globals, built-in names, variables of the functions around it."""
    names = {i.argval for c in _codes(function.__code__) for i in dis.get_instructions(c) if _is_global(i)}
    for name in names:
        yield function.__globals__.get(name, getattr(builtins, name, _Unknown))
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not set yet
            yield _Unknown


class _Unknown:
    """A name that nothing is known of."""


def _is_global(instruction: dis.Instruction) -> bool:
    return instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")


def _writes(code: CodeType, functions: list[Any]) -> bool:
    """Does it set what lies outside: globals, variables of functions around it, attributes of functions it calls?"""
    for instruction in dis.get_instructions(code):
        name = instruction.argval
        if instruction.opname in WRITING or name in WRITING_NAMES:
            return True
        if instruction.opname == "STORE_DEREF" and name in code.co_freevars:
            return True
        if instruction.opname == "STORE_ATTR" and any(hasattr(function, name) for function in functions):
            return True
    return any(name.startswith("set_") and name != "set_materialize_grads" for name in code.co_names)


def _is_harmless(value: Any) -> bool:
    if is_a(value, tuple):
        return all(_is_harmless(item) for item in value)
    if is_a(value, ModuleType):
        return value.__name__.partition(".")[0] in MODULES
    if is_a(value, (BuiltinFunctionType, type)):
        return any(value is known for known in (*FUNCTIONS, *MORE, *KINDS)) or _is_torchs(value)
    return is_a(value, CONSTANTS) or _is_torchs(value)


def _is_torchs(value: Any) -> bool:
    name = getattr(value, "__name__", "")
    modules = (torch, torch.nn.functional)
    return bool(name) and any(getattr(module, name, None) is value for module in modules)
