"""Where a function writes nan into an array that torch does not see, by the function's text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import function_at
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import names_in


def nan_written(place: Place, sources: SourceFiles) -> Place | None:
    """The one line that writes nan into the array which the call at the place takes in: `x = np.full(n, np.nan)`.

    None where several do, or where the name was given to something else afterwards.
    """
    call, syntax = node_at(place, sources), sources.syntax(place.file)
    name = _array_in(call.args[0]) if isinstance(call, ast.Call) and call.args else ""
    if call is None or not name:
        return None
    function = function_at(place, sources) or syntax.tree
    bound = [a for a in syntax.within(function).of(ast.Assign) if a.lineno <= call.lineno and _targets(a, name)]
    bound.sort(key=lambda a: a.lineno)  # what stands in a loop or a branch would come last
    found = [a for a in bound if any(map(_is_nan, _put_by(a.value)))]
    if len(found) != 1:
        return None
    later = bound[bound.index(found[0]) + 1 :]
    if any(_targets(a, name, whole=True) and name not in names_in(a.value) for a in later):
        return None
    return place_of_node(place.file, found[0], place.function, sources)


def _array_in(value: ast.expr) -> str:
    """The name of the array: also of `x[rows]` and `x.astype(np.float32)`."""
    while not isinstance(value, ast.Name):
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            value = value.func.value
        elif isinstance(value, ast.Subscript):
            value = value.value
        else:
            return ""
    return value.id


def _targets(assignment: ast.Assign, name: str, whole: bool = False) -> bool:
    """Does it give the array, or elements of it, a value?"""
    targets = assignment.targets
    if not whole:
        targets = [t.value if isinstance(t, ast.Subscript) else t for t in targets]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _put_by(value: ast.expr) -> Iterator[ast.expr]:
    """What an assignment writes, or the arguments of the call whose result it writes."""
    yield value
    if isinstance(value, ast.Call):
        yield from value.args
        yield from (keyword.value for keyword in value.keywords)


def _is_nan(value: ast.expr) -> bool:
    """`np.nan`, `math.nan` or `float("nan")`."""
    if isinstance(value, ast.Attribute):
        return value.attr.lower() == "nan"
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name) or value.func.id != "float":
        return False
    given = value.args[0] if value.args else None
    return isinstance(given, ast.Constant) and str(given.value).strip().lower() == "nan"
