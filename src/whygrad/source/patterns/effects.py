"""Calls that are there for their effect, and calls whose value is read."""

from __future__ import annotations

import ast
from collections.abc import Collection

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import Function
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax, first_line

HARMLESS = ("detach_", "requires_grad_", "squeeze_", "unsqueeze_")  # these write no values


def is_read_for_its_value(place: Place, sources: SourceFiles) -> bool:
    """Is a call's value read, in a function that returns nothing? Then its effect is hardly meant.

    A statement of its own, `grad.clamp_(-1, 1)`, is there for its effect; so is what a hook returns.
    """
    node, syntax = node_at(place, sources), sources.syntax(place.file)
    if not isinstance(node, ast.Call):
        return False
    if isinstance(syntax.parent[node], (ast.Expr, ast.Return)):
        return False
    return not any(
        isinstance(above, ast.Lambda) or (isinstance(above, Function) and _returns_a_name_of(above, node, syntax))
        for above in syntax.above(node)
    )


def _returns_a_name_of(function: Function, call: ast.Call, syntax: Syntax) -> bool:
    """Does the function return the result of the call by the name that it was given, or what it wrote into?"""
    statement = syntax.parent[call]
    names = {ast.unparse(target) for target in statement.targets} if isinstance(statement, ast.Assign) else set()
    if isinstance(call.func, ast.Attribute):
        names.add(ast.unparse(call.func.value))
    returned = [n.value for n in syntax.within(function).of(ast.Return) if n.value is not None]
    return any(isinstance(n, ast.Name) and n.id in names for value in returned for n in ast.walk(value))


def writes_of(file: str, line: int, sources: SourceFiles) -> list[Place]:
    """The calls in the function that starts at the line which write in place into its last parameter."""
    syntax = sources.syntax(file)
    for function in syntax.around(line, decorators=True).of(ast.FunctionDef, ast.AsyncFunctionDef):
        if line in (function.lineno, first_line(function)) and function.args.args:
            name = function.args.args[-1].arg
            calls = [n for n in syntax.within(function).of(ast.Call) if _writes_into(n, name)]
            return [place_of_node(file, call, function.name, sources) for call in calls]
    return []


def writes_of_helpers(file: str, line: int, files: Collection[str], sources: SourceFiles) -> list[Place]:
    """The calls that write in place into the last parameter of the function at the line, in those it is passed on to.

    Of those alone whose value is read: what is a statement of its own is there for its effect.
    """
    syntax, found = sources.syntax(file), []
    for function in syntax.around(line, decorators=True).of(ast.FunctionDef, ast.AsyncFunctionDef):
        if line not in (function.lineno, first_line(function)) or not function.args.args:
            continue
        given = function.args.args[-1].arg
        for call in syntax.within(function).of(ast.Call):
            at = [n for n, a in enumerate(call.args) if isinstance(a, ast.Name) and a.id == given][:1]
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            known = [(where, f) for where in files for f in sources.syntax(where).functions.get(name, ())]
            for where, helper in known if at and len(known) == 1 and at[0] < len(known[0][1].args.args) else ():
                own, parameter = sources.syntax(where), helper.args.args[at[0]].arg
                writes = [n for n in own.within(helper).of(ast.Call) if _writes_into(n, parameter)]
                read = [n for n in writes if not isinstance(own.parent[n], ast.Expr)]
                found += [place_of_node(where, n, helper.name, sources) for n in read]
    return found


def writes_to_any(file: str, line: int, names: Collection[str], sources: SourceFiles) -> list[Place]:
    """Where the function or lambda at the line writes in place into a variable or attribute of these names."""
    syntax = sources.syntax(file)
    for function in syntax.around(line, decorators=True).of(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
        if line not in (function.lineno, first_line(function)):
            continue
        part = function.body if isinstance(function, ast.Lambda) else function
        found = [n for n in syntax.within(part).of(ast.Call, ast.AugAssign, ast.Assign) if _writes_to(n, names)]
        if found:
            name = "<lambda>" if isinstance(function, ast.Lambda) else function.name
            return [place_of_node(file, n, name, sources) for n in found]
    return []


def writes_after(place: Place, sources: SourceFiles) -> list[Place]:
    """Where the same function writes in place, further below, into what the statement at the place assigns."""
    syntax = sources.syntax(place.file)
    statement = syntax.smallest_statement(place.line)
    names = {ast.unparse(target) for target in statement.targets} if isinstance(statement, ast.Assign) else set()
    functions = syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    inner = max(functions, key=lambda function: function.lineno, default=None)
    found = writes_to_any(place.file, inner.lineno, names, sources) if inner is not None and names else []
    return [write for write in found if write.line > place.end_line]


def updates_in_place(place: Place, sources: SourceFiles) -> bool:
    """Does the function around the place write in place or step an optimizer, as is done without gradients?"""
    syntax = sources.syntax(place.file)
    around = syntax.around(place.line, decorators=True).of(ast.FunctionDef, ast.AsyncFunctionDef)
    function = max(around, key=lambda f: f.lineno, default=None)
    if function is None:
        return False
    called = {c.func.attr for c in syntax.within(function).of(ast.Call) if isinstance(c.func, ast.Attribute)}
    return "step" in function.name or any(name == "step" or says_in_place(name) for name in called)


def says_in_place(name: str) -> bool:
    """Does a method of this name write values in place: `add_`?"""
    return name.endswith("_") and not name.startswith("_") and name not in HARMLESS


def _writes_to(node: ast.AST, names: Collection[str]) -> bool:
    if isinstance(node, ast.Call):
        return any(_writes_into(node, name) for name in names)
    targets: list[ast.expr] = [node.target] if isinstance(node, ast.AugAssign) else []
    if isinstance(node, ast.Assign):
        targets = [t for t in node.targets if isinstance(t, ast.Subscript)]
    return any(_mentions(target, name) for target in targets for name in names)


def _mentions(node: ast.AST, name: str) -> bool:
    return any(name in (getattr(n, "id", None), getattr(n, "attr", None)) for n in ast.walk(node))


def _writes_into(call: ast.Call, name: str) -> bool:
    function = call.func
    if not isinstance(function, ast.Attribute) or not function.attr.endswith("_") or function.attr in HARMLESS:
        return False
    return _mentions(function.value, name)
