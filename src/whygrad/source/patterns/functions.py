"""Custom Functions in the program's text: their definition, what they save and what they return."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from whygrad.recording import Definition, Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import FUNCTIONS, in_order
from whygrad.source.span import place_of_node
from whygrad.source.syntax import first_line


def function_at(code: Definition | Place | None, sources: SourceFiles) -> ast.FunctionDef | None:
    """The function in the text, where it is there and known."""
    if code is None:
        return None
    around = sources.syntax(code.file).around(code.line, decorators=True).of(ast.FunctionDef)
    return next((node for node in around if first_line(node) == code.line), None)


def definition_line(function: ast.FunctionDef, file: str) -> Place:
    """The line `def forward(self, x):` itself."""
    return Place(file, function.lineno, 0, function.lineno, 0, function.name)


def calls_of(function: ast.FunctionDef, method: str, file: str, sources: SourceFiles) -> list[Place]:
    """Where the function calls a method of this name."""
    return [
        place_of_node(file, node, function.name, sources)
        for node in sources.syntax(file).within(function).of(ast.Call)
        if isinstance(node.func, ast.Attribute) and node.func.attr == method
    ]


def called_in(function: ast.FunctionDef, file: str, sources: SourceFiles) -> list[ast.FunctionDef]:
    """The functions of the same file that it calls, by their names: `update(p)` and `self.update(p)`."""
    syntax = sources.syntax(file)
    calls = syntax.within(function).of(ast.Call)
    plain = [call.func.id for call in calls if isinstance(call.func, ast.Name)]
    own = [f.attr for c in calls if isinstance(f := c.func, ast.Attribute) and ast.unparse(f.value) in ("self", "cls")]
    return [found for name in (*plain, *own) for found in syntax.functions.get(name, ())]


def decorator_of(function: ast.FunctionDef, word: str, file: str, sources: SourceFiles) -> Place | None:
    for decorator in function.decorator_list:
        if word in ast.unparse(decorator):
            return place_of_node(file, decorator, function.name, sources)
    return None


def returned_element(function: ast.FunctionDef, index: int, file: str, sources: SourceFiles) -> Place | None:
    """The expression behind the element that the function returns at `index`: what its name was last assigned."""
    for statement in reversed(sources.syntax(file).within(function).of(ast.Return)):
        if statement.value is not None:
            value = statement.value
            elements = value.elts if isinstance(value, ast.Tuple) else [value]
            if index < len(elements):
                return place_of_node(file, _behind_name(function, elements[index]), function.name, sources)
            return place_of_node(file, statement, function.name, sources)
    return None


def returned_count(function: ast.FunctionDef, count: int, file: str, sources: SourceFiles) -> Place | None:
    """What returns so many values: a `return`, or the `def` of a function that can end without one; else None."""
    returns = [node for node in own_nodes(function) if isinstance(node, ast.Return)]
    for statement in returns:
        value = statement.value
        if (len(value.elts) if isinstance(value, ast.Tuple) else 1) == count:
            return place_of_node(file, statement, function.name, sources)
    tuples = bool(returns) and all(isinstance(statement.value, ast.Tuple) for statement in returns)
    return definition_line(function, file) if count == 1 and tuples and _falls_through(function.body) else None


def without_return(function: ast.FunctionDef, file: str) -> Place | None:
    """The `def` of a function that returns no value, or can end without one."""
    returned = [node for node in own_nodes(function) if isinstance(node, ast.Return) and node.value is not None]
    return definition_line(function, file) if not returned or _falls_through(function.body) else None


def _falls_through(body: list[ast.stmt]) -> bool:
    """Can it run past the last statement? Not known of loops and `try`: then no."""
    for statement in body:
        if isinstance(statement, ast.Return | ast.Raise | ast.While | ast.For | ast.Try | ast.Match):
            return False
        if isinstance(statement, ast.With) and not _falls_through(statement.body):
            return False
        branches = (statement.body, statement.orelse) if isinstance(statement, ast.If) else ([],)
        if not any(map(_falls_through, branches)):
            return False
    return True


def arguments_of(forward: ast.FunctionDef, with_context: bool) -> list[str]:
    """The names of what gets gradients: all but the context, which an operator's own function does not take."""
    return [argument.arg for argument in forward.args.args][int(with_context) :]


def named_after_another(arguments: Sequence[str], backward: ast.FunctionDef, index: int) -> bool:
    """Does the name of the gradient at `index` hold the name of another argument of `forward`, and not its own's?"""
    for node in own_nodes(backward):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and index < len(node.value.elts):
            text = ast.unparse(node.value.elts[index])
            held = {name for name in arguments if re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", text)}
            return index < len(arguments) and bool(held) and arguments[index] not in held
    return False


def returned_by_code(code: Definition, sources: SourceFiles) -> list[Place]:
    """What the function (or lambda) returns, where it returns something."""
    file, line, name = code.file, code.line, code.name
    if name == "<lambda>":
        around = sources.syntax(file).around(line).of(ast.Lambda)
        return [place_of_node(file, node.body, name, sources) for node in around if node.lineno == line]
    found: list[Place] = []
    function = function_at(code, sources)
    for node in own_nodes(function) if function else ():
        if isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
            found.append(place_of_node(file, node.value, name, sources))
    return found


def hooks_in_source(
    registering: Iterable[str], files: Iterable[str], sources: SourceFiles
) -> list[tuple[Definition, Place]]:
    """The functions that the program's text registers as hooks, with the calls that do."""
    found = []
    for file in files:
        syntax = sources.syntax(file)
        for call in syntax.of(ast.Call):
            if not call.args or not isinstance(call.func, ast.Attribute) or call.func.attr not in registering:
                continue
            hook = call.args[0]
            name = hook.attr if isinstance(hook, ast.Attribute) else getattr(hook, "id", "")
            defined = syntax.functions.get(name, ())
            line = hook.lineno if isinstance(hook, ast.Lambda) else first_line(defined[-1]) if defined else 0
            if line:
                place = place_of_node(file, call, "", sources)
                found.append((Definition(file, line, name or "<lambda>"), place))
    return found


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What stands in the function itself, in the order of the text, without the functions inside it."""
    for statement in function.body:
        yield from in_order(statement, _is_scope)


def _is_scope(node: ast.AST) -> bool:
    return isinstance(node, (ast.ClassDef, *FUNCTIONS))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _behind_name(function: ast.FunctionDef, element: ast.expr) -> ast.expr | ast.stmt:
    if not isinstance(element, ast.Name):
        return element
    found: list[ast.stmt] = [
        node
        for node in ast.walk(function)
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign))
        and any(
            isinstance(name, ast.Name) and name.id == element.id
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            for name in ast.walk(target)
        )
    ]
    behind = max(found, key=lambda node: node.lineno, default=None)
    return element if behind is None or _takes_out(behind) else behind


def _takes_out(statement: ast.stmt) -> bool:
    """Does it only read what `forward` kept, as `(x,) = ctx.saved_tensors` does? Such a line computes nothing."""
    value = statement.value if isinstance(statement, ast.Assign) else None
    while isinstance(value, ast.Subscript):
        value = value.value
    return isinstance(value, ast.Attribute)


def calls_named(name: str, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """Where the program calls a function of this name, however it is imported."""
    return [
        place_of_node(file, node, "", sources) for file in files for node in sources.syntax(file).calls.get(name, ())
    ]
