"""Loops of the program's text."""

from __future__ import annotations

import ast

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import ITSELF, is_argument
from whygrad.source.syntax import COMPREHENSIONS, names_in

COUNTING = ("range", "enumerate")  # their numbers are no keys


def share_a_loop(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Do both places stand in one loop's body?"""
    if first.file != second.file:
        return False
    around = sources.syntax(first.file).around(first.line).of(ast.For, ast.AsyncFor, ast.While)
    return any(_inside(node, first) and _inside(node, second) for node in around)


def share_innermost_loop(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Does each turn of the loop around the first place run the second one too?"""
    return share_a_loop(first, second, sources) and not stands_before_the_loop_of(second, first, sources)


def stands_before_the_loop_of(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Is the second in a loop of the same text, the innermost, whose body the first is not in?"""
    loops = sources.syntax(second.file).around(second.line).of(ast.For, ast.AsyncFor, ast.While)
    around = [loop for loop in loops if _inside(loop, second)]
    innermost = max(around, key=lambda loop: loop.lineno, default=None)
    return innermost is not None and not (first.file == second.file and _inside(innermost, first))


def is_as_long_as_a_loop(made: Place, ran: Chain, sources: SourceFiles) -> bool:
    """Was the call at a place given the number of turns of a loop around one of the others: `f(n)`, `range(n)`?

    A function that the call is given may divide by that number instead.
    """
    found = sources.syntax(made.file).at(made)
    if not isinstance(found, ast.Call):
        return False
    given = [*found.args, *(keyword.value for keyword in found.keywords)]
    inside = [node for value in given if isinstance(value, ast.Lambda) for node in ast.walk(value)]
    given += [node.right for node in inside if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)]
    lengths = set(map(_last_name, given)) - {""}
    for place in ran:
        for loop in sources.syntax(place.file).around(place.line).of(ast.For):
            counting = [c for c in ast.walk(loop.iter) if isinstance(c, ast.Call) and _last_name(c.func) == "range"]
            turns = {_last_name(c.args[min(1, len(c.args) - 1)]) for c in counting if c.args}
            if _inside(loop, place) and turns & lengths:
                return True
    return False


def _last_name(node: ast.expr) -> str:
    """`n` of `n`, of `config.n` and of `n + 1`; a number as it is written."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.right, ast.Constant):
        return _last_name(node.left)
    if isinstance(node, ast.Constant):
        return repr(node.value) if isinstance(node.value, int) and node.value > 1 else ""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _inside(loop: ast.For | ast.AsyncFor | ast.While, place: Place) -> bool:
    return loop.body[0].lineno <= place.line and place.end_line <= (loop.end_lineno or loop.lineno)


def goes_through(place: Place, container: str, sources: SourceFiles) -> bool:
    """Does the place stand in a loop, or a comprehension, over what the container holds?"""
    around = sources.syntax(place.file).around(place.line)
    loops = [*around.of(ast.For, ast.AsyncFor), *(c for node in around.of(*COMPREHENSIONS) for c in node.generators)]
    return any(_mentions(loop.iter, container) for loop in loops)


def goes_through_arguments(place: Place, sources: SourceFiles) -> bool:
    """Does the place stand in a loop over all that its function's arguments hold, whatever they are, with no condition?

    `for t, s in zip(target.parameters(), source.parameters())`, and not `source.encoder.parameters()` or `pairs[:-2]`.
    """
    around = sources.syntax(place.file).around(place.line)
    loop = max((n for n in around.of(ast.For) if _inside(n, place)), key=lambda n: n.lineno, default=None)
    if loop is None or any(node.lineno >= loop.lineno for node in around.of(ast.If)):
        return False
    inside = list(ast.walk(loop.iter))
    called = {id(n.func) for n in inside if isinstance(n, ast.Call)}
    if any(isinstance(n, ast.Subscript) or (isinstance(n, ast.Attribute) and id(n) not in called) for n in inside):
        return False
    names = {n.id for n in inside if isinstance(n, ast.Name) and id(n) not in called}
    return bool(names) and all(name not in ITSELF and is_argument(name, place, sources) for name in names)


def is_chosen_by_key(place: Place, sources: SourceFiles) -> bool:
    """Does a loop or comprehension leave out what another container has no key for, or look up its own keys alone?

    `sum(losses[k] for k in losses if k in weights)`, `for k, w in weights.items(): total = total + w * losses[k]`.
    """
    syntax = sources.syntax(place.file)
    around = syntax.around(place.line)
    for comprehension in around.of(*COMPREHENSIONS):
        for made in comprehension.generators:
            if any(_asks_for(test, made.target) for test in made.ifs) or _looks_up(comprehension, made):
                return True
    statement = syntax.smallest_statement(place.line)
    for loop in around.of(ast.For, ast.AsyncFor):
        asked = (node for node in syntax.within(loop).of(ast.If) if node.lineno <= place.line)
        if any(_asks_for(node.test, loop.target) for node in asked):
            return True
        if statement is not None and statement is not loop and _looks_up(statement, loop):
            return True
    return False


def _asks_for(test: ast.expr, target: ast.expr) -> bool:
    """Does a condition ask whether a container has the loop's variable?"""
    compared = (n for n in ast.walk(test) if isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.In, ast.NotIn)))
    return any(ast.unparse(n.left) in names_in(target) for n in compared)


def _looks_up(part: ast.AST, loop: ast.For | ast.AsyncFor | ast.comprehension) -> bool:
    """Does a part of a loop over one container take from another what stands under the loop's variable?"""
    if isinstance(loop.iter, ast.Call) and ast.unparse(loop.iter.func) in COUNTING:
        return False
    picked = (n for n in ast.walk(part) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load))
    return any(
        ast.unparse(n.slice) in names_in(loop.target) and not _mentions(loop.iter, ast.unparse(n.value)) for n in picked
    )


def _mentions(expression: ast.expr, name: str) -> bool:
    return any(ast.unparse(n) == name for n in ast.walk(expression) if isinstance(n, (ast.Name, ast.Attribute)))
