"""State dicts that a program changes and never uses again, as its text has it: the module keeps its values."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import LOOPS, scope_of
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax

STATE = "state_dict"


def lost_states(files: Iterable[str], sources: SourceFiles) -> Iterator[tuple[Place, str, str]]:
    """The statements that put new tensors into such a dict, with its name and the text of the module."""
    for file in files:
        syntax = sources.syntax(file)
        for statement in syntax.of(ast.Assign, ast.Expr):
            name = _changed(statement)
            bound = _bound_to_state(statement, name, syntax) if name else None
            if bound is not None and not _is_used_after(statement, bound, name, syntax):
                yield place_of_node(file, statement, "", sources), name, _module_of(bound)


def _changed(statement: ast.stmt) -> str:
    """`state` of `state[key] = …` and of `state.update(…)`."""
    if isinstance(statement, ast.Assign):
        targets = [t.value for t in statement.targets if isinstance(t, ast.Subscript)]
        holder = targets[0] if len(targets) == len(statement.targets) == 1 else None
    else:
        call = statement.value if isinstance(statement, ast.Expr) else None
        function = call.func if isinstance(call, ast.Call) else None
        holder = function.value if isinstance(function, ast.Attribute) and function.attr == "update" else None
    return holder.id if isinstance(holder, ast.Name) else ""


def _bound_to_state(statement: ast.stmt, name: str, syntax: Syntax) -> ast.Assign | None:
    """The only statement of the same function that gives the name its value: `state = module.state_dict()`."""
    scope = scope_of(statement, syntax)
    stores = [n for n in syntax.within(scope).of(ast.Name) if n.id == name and not isinstance(n.ctx, ast.Load)]
    bound = syntax.statement_of(stores[0]) if len(stores) == 1 else None
    if not isinstance(bound, ast.Assign) or not any(target is stores[0] for target in bound.targets):
        return None
    is_state = isinstance(bound.value, ast.Call) and _module_of(bound) != ""
    return bound if is_state and scope_of(bound, syntax) is scope and bound.lineno < statement.lineno else None


def _module_of(bound: ast.Assign) -> str:
    function = bound.value.func if isinstance(bound.value, ast.Call) else None
    is_state = isinstance(function, ast.Attribute) and function.attr == STATE
    return ast.unparse(function.value) if is_state and isinstance(function, ast.Attribute) else ""


def _is_used_after(statement: ast.stmt, bound: ast.Assign, name: str, syntax: Syntax) -> bool:
    """Is the dict read for anything but a change like this, when it may already have been changed?"""
    scope = scope_of(statement, syntax)
    # What loops around it read in their next turn is the same dict, unless they bind it again.
    again = [n for n in syntax.above(statement) if isinstance(n, LOOPS) and not syntax.holds(n, bound)]
    for read in syntax.within(scope).of(ast.Name):
        if read.id != name or not isinstance(read.ctx, ast.Load):
            continue
        around = syntax.statement_of(read)
        if isinstance(around, ast.stmt) and _changed(around) == name and not _is_in_value(around, read):
            continue
        is_inner = scope_of(read, syntax) is not scope
        is_in_next_turn = any(syntax.holds(loop, read) and not _is_iterated(loop, read) for loop in again)
        is_later = read.lineno > (statement.end_lineno or statement.lineno)
        if is_inner or is_in_next_turn or is_later or _is_kept_elsewhere(read, syntax):
            return True
    return False


def _is_kept_elsewhere(read: ast.Name, syntax: Syntax) -> bool:
    """Does something else get the dict itself: a list or another dict, another name, a method?"""
    parent = next(iter(syntax.above(read)), None)
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Attribute)
    return isinstance(parent, (ast.Dict, ast.List, ast.Tuple, ast.Assign, ast.AnnAssign, ast.keyword))


def _is_iterated(loop: ast.AST, read: ast.Name) -> bool:
    """Does the loop itself go through the dict, once?"""
    return isinstance(loop, (ast.For, ast.AsyncFor)) and any(node is read for node in ast.walk(loop.iter))


def _is_in_value(statement: ast.stmt, read: ast.Name) -> bool:
    """Is the dict read for what is put into it? Its old values are, or what an earlier turn has put there."""
    values = [statement.value] if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        values = [*statement.value.args, *(keyword.value for keyword in statement.value.keywords)]
    return any(node is read for value in values for node in ast.walk(value))
