"""Iterators that the program's text makes once and goes through twice: the second time nothing is left in them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import argument_given, function_at, is_argument
from whygrad.source.patterns.blocks import runs_with
from whygrad.source.patterns.freezing import is_tested
from whygrad.source.patterns.loops import share_a_loop, stands_before_the_loop_of
from whygrad.source.patterns.stores import added_to, each_assigned
from whygrad.source.scopes import function_around
from whygrad.source.selecting import Nodes
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax, last_line
from whygrad.source.values.steps import last_name

ITERATORS = ("chain", "from_iterable", "map", "filter", "zip", "iter", "islice", "reversed", "enumerate",
             "parameters", "named_parameters", "modules", "named_modules", "children", "named_children")  # fmt: skip
FLAG = "requires_grad"
DEPTH = 3  # variables that one is made of


def exhausted_by(act: Chain, files: Iterable[str], sources: SourceFiles) -> tuple[Place, Place] | None:
    """Where the iterator is made that a loop around the act goes through, and where another loop unfreezes by it.

    The act sets `requires_grad`, in a loop of the training. Of an iterator that a function was given, its caller's
    text is asked.
    """
    for at in reversed(range(len(act))):
        for iterated in _iterated(act[at], sources):
            found = _given_by(iterated, act[: at + 1], sources)
            if found is not None:
                name, chain = found
                made = _made(name, chain[-1], sources)
                again = _gone_through_again(name, chain, list(files), sources) if made is not None else None
                if made is not None and again is not None:
                    return made, again
    return None


def gone_through_twice(
    first: Chain, again: Chain, is_empty: bool, files: Iterable[str], sources: SourceFiles
) -> Place | None:
    """Where the one iterator is made that two calls get, at the ends of the chains, among their arguments' parts.

    It is made outside of the loop or function that makes the call again. Two calls in one function may belong to two
    runs of it, each with an iterator of its own: then the second `is_empty` where it got nothing from its.
    """
    known = {made for _, made in _iterators_given(first, sources)}
    for chain, made in _iterators_given(again, sources):
        is_other = is_empty and first[-1] != again[-1] and function_at(made, sources) is function_at(chain[-1], sources)
        if made in known and (is_other or _outlives(made, chain, sources)):
            return made if not _is_the_programs(made, files, sources) else None
    return None


def _iterators_given(call: Chain, sources: SourceFiles) -> list[tuple[Chain, Place]]:
    """The iterators among the parts of a call's first argument: the calls up to where each is read, and its making."""
    node = node_at(call[-1], sources) if call else None
    given = [*node.args[:1], *(k.value for k in node.keywords)][:1] if isinstance(node, ast.Call) else []
    parts = [part for value in given for part in _parts(value, call, sources, DEPTH)]
    return [(chain, made) for name, chain in parts if (made := _made(name, chain[-1], sources)) is not None]


def _parts(value: ast.expr, chain: Chain, sources: SourceFiles, depth: int) -> Iterator[tuple[str, Chain]]:
    """The variables and attributes that a value is always made of, with the calls up to where each is read.

    What is put in under a condition may be left out on purpose.
    """
    syntax, function = sources.syntax(chain[-1].file), function_at(chain[-1], sources)
    inside: Nodes = syntax.within(function) if function is not None else syntax
    use = syntax.smallest_statement(chain[-1].line)
    called = {id(n.func) for n in ast.walk(value) if isinstance(n, ast.Call)}
    held = {id(n.value) for n in ast.walk(value) if isinstance(n, ast.Attribute)}
    for node in ast.walk(value):
        if not isinstance(node, (ast.Name, ast.Attribute)) or id(node) in called | held or use is None:
            continue
        found = _given_by(node, chain, sources) if runs_with(syntax, node, use) else None
        if found is None or not depth:
            continue
        yield found
        if found[1] is chain and isinstance(node, ast.Name):
            for inner in _put_into(node.id, inside):
                yield from _parts(inner, chain, sources, depth - 1)


def _put_into(name: str, inside: Nodes) -> Iterator[ast.expr]:
    """What a variable of a function is assigned, and what is added to it."""
    for statement in inside.of(ast.Assign):
        if any(isinstance(target, ast.Name) and target.id == name for target in statement.targets):
            yield statement.value
    for call in inside.of(ast.Call):
        container = added_to(call)
        if isinstance(container, ast.Name) and container.id == name:
            yield from call.args


def _outlives(made: Place, chain: Chain, sources: SourceFiles) -> bool:
    """Is it made once for several runs of what uses it? A function that the user calls for it makes it again."""
    user, maker = function_at(chain[-1], sources), function_at(made, sources)
    if user is maker:
        return stands_before_the_loop_of(made, chain[-1], sources)
    name = getattr(maker, "name", "")
    calls = sources.syntax(made.file).calls.get(name, ())
    return not any(sources.syntax(made.file).holds(user, call) for call in calls if user is not None)


def used_up_before(act: Chain, files: Iterable[str], sources: SourceFiles) -> tuple[Place, Place, Place] | None:
    """Where an iterator is made, the loop around the act that goes through all of it, and one after that, in vain.

    Both stand in one function. The iterator is its own, or its caller's text has it for an argument.
    """
    for iterated in _iterated(act[-1], sources):
        name = ast.unparse(iterated)
        again = _loop_after(name, act[-1], sources) if isinstance(iterated, ast.Name) else None
        made = _made_by_one(name, act, list(files), sources) if again is not None else None
        if made is not None and again is not None:
            first = place_of_node(act[-1].file, iterated, act[-1].function, sources)
            return made, first, again
    return None


def _loop_after(name: str, used: Place, sources: SourceFiles) -> Place | None:
    """The next loop over the same variable that has to do with gradients, before which the first has always run.

    None if the first may end early.
    """
    syntax, function = sources.syntax(used.file), function_at(used, sources)
    loops = [n for n in syntax.within(function or syntax.tree).of(ast.For) if ast.unparse(n.iter) == name]
    loops = sorted((n for n in loops if function_around(n, syntax) is function), key=lambda n: n.lineno)
    first = [n for n in loops if n.lineno <= used.line <= last_line(n)]
    ends_early = any(isinstance(n, (ast.Break, ast.Return)) for loop in first for n in ast.walk(loop))
    after = [n for n in loops if n.lineno > used.line and n not in first and _is_about_gradients(n, syntax)]
    statement = first[0] if first else syntax.smallest_statement(used.line)  # a comprehension may go through it too
    if ends_early or not after or statement is None or not runs_with(syntax, statement, after[0]):
        return None
    return place_of_node(used.file, after[0].iter, used.function, sources)


def _is_about_gradients(loop: ast.For, syntax: Syntax) -> bool:
    inside = syntax.within(loop)
    called = {last_name(call.func) for call in inside.of(ast.Call)}
    return any("grad" in name.split("_") for name in (*called, *(n.attr for n in inside.of(ast.Attribute))))


def _made_by_one(name: str, act: Chain, files: list[str], sources: SourceFiles) -> Place | None:
    """The expression that makes the iterator of a variable which is given no other value."""
    used = act[-1]
    function, syntax = function_at(used, sources), sources.syntax(used.file)
    named = [n for n in syntax.within(function or syntax.tree).of(ast.Name) if n.id == name]
    stored = [n for n in named if isinstance(n.ctx, ast.Store)]
    if not is_argument(name, used, sources):
        made = _made(name, used, sources) if len(stored) == 1 else None
    else:
        given = argument_given(name, act, sources) if not stored else None
        if isinstance(given, ast.Name):
            return _made_by_one(given.id, act[:-1], files, sources)
        is_made = given is not None and _makes_an_iterator(given)
        made = place_of_node(act[-2].file, given, act[-2].function, sources) if given is not None and is_made else None
    return made if made is not None and not _is_the_programs(made, files, sources) else None


def _is_the_programs(made: Place, files: Iterable[str], sources: SourceFiles) -> bool:
    """Is it a call of a function that the program defines? That one may return a list."""
    node = node_at(made, sources)
    called = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
    return any(called in sources.syntax(file).functions for file in files)


def _iterated(place: Place, sources: SourceFiles) -> Iterator[ast.expr]:
    """The variables and attributes that loops and comprehensions around the place go through."""
    around = sources.syntax(place.file).around(place.line)
    for loop in around.of(ast.For):
        if loop.body[0].lineno <= place.line <= last_line(loop):
            yield from _plain(loop.iter)
    for comprehension in around.of(*COMPREHENSIONS):
        yield from (n for part in comprehension.generators for n in _plain(part.iter))


def _plain(node: ast.expr) -> list[ast.expr]:
    return [node] if isinstance(node, (ast.Name, ast.Attribute)) else []


def _given_by(iterated: ast.expr, chain: Chain, sources: SourceFiles) -> tuple[str, Chain] | None:
    """How the iterator is called where it is not an argument, and the calls up to the place there that uses it."""
    if not is_argument(ast.unparse(iterated), chain[-1], sources):
        return ast.unparse(iterated), chain
    given = argument_given(ast.unparse(iterated), chain, sources)
    return _given_by(given, chain[:-1], sources) if given is not None and _plain(given) else None


def _made(name: str, used: Place, sources: SourceFiles) -> Place | None:
    """The expression that makes an iterator for the one variable or attribute of this name."""
    syntax = sources.syntax(used.file)
    bound = [
        (function, value)
        for statement in syntax.of(ast.Assign)
        for target in statement.targets
        for part, value in each_assigned(target, statement.value)
        if part is target or value is not statement.value  # what is taken apart is no iterator any more
        if ast.unparse(part) == name
        and (function := function_around(statement, syntax)) in _seen_from(used, name, syntax)
    ]
    if len(bound) != 1 or not _makes_an_iterator(bound[0][1]):
        return None
    return place_of_node(used.file, bound[0][1], getattr(bound[0][0], "name", "<module>"), sources)


def _makes_an_iterator(value: ast.expr) -> bool:
    """`chain(…)`, `map(…)`, `net.parameters()`, `(p for p in …)`; a list or a tuple can be gone through again."""
    if isinstance(value, ast.Call):
        return ast.unparse(value.func).rpartition(".")[2] in ITERATORS
    return isinstance(value, ast.GeneratorExp)


def _seen_from(place: Place, name: str, syntax: Syntax) -> list[ast.AST | None]:
    """The functions whose variables of this name the place reads; an attribute is assigned in any."""
    functions = syntax.of(ast.FunctionDef, ast.AsyncFunctionDef)
    around = [f for f in functions if f.lineno <= place.line <= last_line(f)]
    return [None, *(functions if "." in name else around)]


def _gone_through_again(name: str, chain: Chain, files: list[str], sources: SourceFiles) -> Place | None:
    """Another loop over it that unfreezes, in every round of the loop around; or a call that is given it for that."""
    used = chain[-1]
    syntax = sources.syntax(used.file)
    loops = (n for n in syntax.of(ast.For) if ast.unparse(n.iter) == name and any(map(_unfreezes, n.body)))
    calls = (n for n in syntax.of(ast.Call) if _is_given(n, name) and _is_told_to_unfreeze(n, files, sources))
    nodes: list[ast.For | ast.Call] = [*loops, *calls]
    for node in nodes:
        if not node.lineno <= used.line <= last_line(node):
            shown = node.iter if isinstance(node, ast.For) else node
            again = place_of_node(used.file, shown, used.function, sources)
            if not is_tested(again, sources) and _runs_along(again, chain, sources):
                return again
    return None


def _runs_along(again: Place, chain: Chain, sources: SourceFiles) -> bool:
    """Does a loop run both in turns: by one function, or by another that one of the callers calls always?"""
    function = function_at(again, sources)
    if function is function_at(chain[-1], sources):
        return share_a_loop(again, chain[-1], sources) or any(share_a_loop(p, p, sources) for p in chain[:-1])
    return any(
        share_a_loop(beside, place, sources) or any(share_a_loop(p, p, sources) for p in chain[:at])
        for at, place in enumerate(chain[:-1])
        for beside in _calls_beside(place, getattr(function, "name", ""), sources)
    )


def _calls_beside(place: Place, name: str, sources: SourceFiles) -> Iterator[Place]:
    """The calls of a function of this name that the function around the place makes always."""
    syntax, function = sources.syntax(place.file), function_at(place, sources)
    for call in syntax.calls.get(name, ()):
        beside = place_of_node(place.file, call, place.function, sources)
        if function_at(beside, sources) is function and not is_tested(beside, sources):
            yield beside


def _is_given(call: ast.Call, name: str) -> bool:
    return name in map(ast.unparse, [*call.args, *(k.value for k in call.keywords)])


def _unfreezes(statement: ast.stmt) -> bool:
    text = ast.unparse(statement)
    return FLAG in text and "False" not in text


def _is_told_to_unfreeze(call: ast.Call, files: list[str], sources: SourceFiles) -> bool:
    """Does a function of the program's set the flag, and to `True` where it is told the value?"""
    name = ast.unparse(call.func).rpartition(".")[2]
    functions = [f for file in files for f in sources.syntax(file).functions.get(name, ())]
    constants = [n.value for n in ast.walk(call) if isinstance(n, ast.Constant) and isinstance(n.value, bool)]
    return any(all(constants) and _unfreezes(function) for function in functions)
