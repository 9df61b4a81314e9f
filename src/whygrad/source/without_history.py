"""Values that have no graph behind them as the text has it: constants, fresh zeros, what was detached."""

from __future__ import annotations

import ast

from whygrad.source.scopes import function_around
from whygrad.source.syntax import Syntax

NEW = ("zeros", "ones", "full", "empty", "zeros_like", "ones_like", "full_like", "new_zeros", "new_ones", "new_full")
DRAWN = ("randn", "rand", "randn_like", "rand_like", "eye", "arange", "tensor", "new_tensor", "from_numpy")
CUT = ("detach", "detach_", "item", "tolist")
SAME = ("to", "cuda", "cpu", "clone", "float", "double", "half", "bfloat16", "contiguous", "type", "requires_grad_")
SHAPED = ("view", "reshape", "expand", "unsqueeze", "squeeze", "repeat", "fill_", "zero_", "normal_", "uniform_")
HOLDING = ("list", "tuple", "dict", "defaultdict", "deque", "OrderedDict", "set")
DEPTH = 4  # names and functions that are followed one behind the other


def is_without_history(value: ast.expr, syntax: Syntax, depth: int = DEPTH) -> bool:
    """Can nothing that requires a gradient be behind the value? Where the text does not tell, there may be."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.Name):
        return depth > 0 and _is_bound_to_such(value, syntax, depth - 1)
    if isinstance(value, ast.Call):
        return _makes_such(value, syntax, depth)
    parts = _parts(value)
    return parts is not None and all(is_without_history(part, syntax, depth) for part in parts)


def _parts(value: ast.expr) -> list[ast.expr] | None:
    """What a display, a comprehension or a choice consists of; None of other expressions."""
    if isinstance(value, (ast.Tuple, ast.List, ast.Set)):
        return value.elts
    if isinstance(value, ast.Dict):
        return value.values
    if isinstance(value, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
        return [value.elt]
    if isinstance(value, ast.IfExp):
        return [value.body, value.orelse]
    return [value.value] if isinstance(value, (ast.Starred, ast.DictComp, ast.NamedExpr)) else None


def _makes_such(call: ast.Call, syntax: Syntax, depth: int) -> bool:
    """Does the call make a value without history, or hand one on?"""
    called, given = call.func, [*call.args, *(keyword.value for keyword in call.keywords)]
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    if name in NEW or name in DRAWN or name in CUT:
        return True
    if name in HOLDING or name[:1].isupper():  # an object that holds what it is given: `State(h, c)`
        return all(is_without_history(each, syntax, depth) for each in given)
    if isinstance(called, ast.Attribute) and (name in SAME or name in SHAPED):
        return is_without_history(called.value, syntax, depth)
    return depth > 0 and _returns_such(name, syntax, depth - 1)


def _returns_such(name: str, syntax: Syntax, depth: int) -> bool:
    """Does every function of this name return such a value: `return torch.zeros(…)`?"""
    returned = [n.value for f in syntax.functions.get(name, ()) for n in syntax.within(f).of(ast.Return)]
    return bool(returned) and all(v is None or is_without_history(v, syntax, depth) for v in returned)


def _is_bound_to_such(name: ast.Name, syntax: Syntax, depth: int) -> bool:
    """Is a variable bound to such values alone, by plain assignments of its function? A container is filled later."""
    function = function_around(name, syntax)
    inside = syntax.within(function).of(ast.Name) if function is not None else []
    bound = [syntax.parent[n] for n in inside if n.id == name.id and isinstance(n.ctx, ast.Store)]
    plain = [statement.value for statement in bound if isinstance(statement, ast.Assign)]
    if len(plain) < len(bound) or any(_parts(value) is not None for value in plain):
        return False
    return bool(plain) and all(is_without_history(value, syntax, depth) for value in plain)
