"""Methods that set a state anew, and that nothing in the program's text calls: `def reset(self): self.state = None`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.stores import each_assigned
from whygrad.source.scopes import Function, function_around
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax
from whygrad.source.without_history import NEW
from whygrad.walk import reachable

CUT = ("detach", "detach_")
CALLED_BY_OTHERS = ("forward", "backward", "training_step", "validation_step", "test_step")
BLOCKS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.For, ast.While, ast.If, ast.With, ast.Try)
OTHERS = ("reset_parameters", "_reset_parameters")  # of torch: they set weights, and no state
FRAMEWORKS = "on_"  # how frameworks name what they call by themselves


@dataclass(frozen=True)
class Reset:
    """`Cell.reset`, which sets the state anew; where another function calls it for several objects, that one."""

    name: str
    place: Place  # the statement that sets the state
    cuts: bool  # it keeps the state's values


def uncalled_reset(store: Place, files: Collection[str], sources: SourceFiles) -> Reset | None:
    """The method that sets anew what the statement there renews, an attribute of `self`, and is never called."""
    for function, reset in _resets(store, files, sources):
        name = _outermost(function.name, files, sources)
        if name is not None:
            return reset if name == function.name else replace(reset, name=name)
    return None


def reset_of_others(
    store: Place, used: Place, files: Collection[str], sources: SourceFiles
) -> tuple[Reset, Place] | None:
    """A call of such a method that runs before `used` in its function, for a part of `self` that is used there too.

    What it resets is not what keeps the state, or the state would not live on.
    """
    syntax = sources.syntax(used.file)
    statement = syntax.smallest_statement(used.line)
    around = set(syntax.above(statement)) if statement is not None else set()
    for function, reset in _resets(store, files, sources):
        for call in syntax.calls.get(function.name, ()):
            part, own = _part_of_self(call), function_around(call, syntax)
            if own is None or own not in around or call.lineno >= used.line or not part:
                continue
            is_used = any(ast.unparse(other.func) == part for other in syntax.within(own).of(ast.Call))
            block = next((n for n in syntax.above(call) if isinstance(n, BLOCKS)), None)
            if is_used and block in around:
                return reset, place_of_node(used.file, call, used.function, sources)
    return None


def reset_outside(
    store: Place, round_: ast.stmt, used: Place, files: Collection[str], sources: SourceFiles
) -> tuple[Reset, Place] | None:
    """A call before the loop that leads to such a method, for something that the statement at `used` works with too.

    In the loop itself nothing leads to it.
    """
    syntax = sources.syntax(used.file)
    statement = syntax.smallest_statement(used.line)
    own = function_around(statement, syntax) if statement is not None else None
    worked_with = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)} if statement is not None else set()
    for function, reset in _resets(store, files, sources):
        leading = _leading_to(function.name, files, sources)
        calls = [c for name in leading for c in syntax.calls.get(name, ()) if function_around(c, syntax) is own]
        if any(syntax.holds(round_, call) for call in calls):
            continue
        for call in sorted(calls, key=lambda c: -c.lineno):
            if call.lineno < round_.lineno and _named_of(call, syntax) & worked_with:
                return reset, place_of_node(used.file, call, used.function, sources)
    return None


def leads_to_reset(store: Place, places: Collection[Place], files: Collection[str], sources: SourceFiles) -> bool:
    """Does a function that runs at one of the places lead to such a method?"""
    running = {place.function.rpartition(".")[2] for place in places}
    return any(running & _leading_to(f.name, files, sources) for f, _ in _resets(store, files, sources))


def _named_of(call: ast.Call, syntax: Syntax) -> set[str]:
    """The variables that a call is given or made of; of the variable of a loop around it, what that goes through."""
    found = {n.id for n in ast.walk(call) if isinstance(n, ast.Name)}
    for loop in syntax.above(call):
        if isinstance(loop, ast.For) and {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)} & found:
            found |= {n.id for n in ast.walk(loop.iter) if isinstance(n, ast.Name)}
    return found


def _leading_to(name: str, files: Collection[str], sources: SourceFiles) -> set[str]:
    """The function of this name, and those that call it; a constructor leads to it for a new object only."""

    def callers(of: str) -> list[str]:
        known = (caller.name for caller in _callers(of, files, sources) if caller is not None)
        return [caller for caller in known if not caller.startswith("__")]

    return reachable([name], callers)


def _part_of_self(call: ast.Call) -> str:
    """What a method is called of: `self.first` of `self.first.reset()`."""
    owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    return owner if owner.startswith("self.") else ""


def _resets(store: Place, files: Collection[str], sources: SourceFiles) -> Iterator[tuple[Function, Reset]]:
    """The methods that set anew what the statement there renews, each under the name of its class."""
    syntax = sources.syntax(store.file)
    statement = syntax.smallest_statement(store.line)
    owner = next((n for n in syntax.above(statement) if isinstance(n, ast.ClassDef)), None) if statement else None
    if owner is None or not isinstance(statement, ast.Assign | ast.AugAssign):
        return
    classes = _with_its_bases(owner, files, sources)
    for attribute in _renewed(statement):
        for file, function, setting in _setting(attribute, files, sources):
            above = next((n for n in sources.syntax(file).above(function) if isinstance(n, ast.ClassDef)), None)
            is_own = file == store.file and syntax.holds(function, statement)
            if is_own or (above not in classes and _owner(setting) == "self"):
                continue
            named = f"{above.name}.{function.name}" if above is not None else function.name
            is_cut = any(n.attr in CUT for n in ast.walk(setting) if isinstance(n, ast.Attribute))
            yield function, Reset(named, place_of_node(file, setting, function.name, sources), is_cut)


def _renewed(statement: ast.Assign | ast.AugAssign) -> list[str]:
    """The attributes of `self` that the statement sets."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    parts = [part for target in targets for part, _ in each_assigned(target, statement.value)]
    return [p.attr for p in parts if isinstance(p, ast.Attribute) and ast.unparse(p.value) == "self"]


def _with_its_bases(owner: ast.ClassDef, files: Collection[str], sources: SourceFiles) -> set[ast.ClassDef]:
    known = {c.name: c for file in files for c in sources.syntax(file).of(ast.ClassDef)}

    def bases(cls: ast.ClassDef) -> list[ast.ClassDef]:
        names = [ast.unparse(base).rpartition(".")[2] for base in cls.bases]
        return [known[name] for name in names if name in known]

    return reachable([owner], bases)


def _setting(
    attribute: str, files: Collection[str], sources: SourceFiles
) -> Iterator[tuple[str, Function, ast.Assign | ast.Expr]]:
    """The statements, outside of constructors, that set the attribute of some object to something without a graph."""
    for file in files:
        syntax = sources.syntax(file)
        for statement in syntax.of(ast.Assign, ast.Expr):
            function = function_around(statement, syntax)
            if function is None or function.name.startswith(("__", FRAMEWORKS)) or _is_read(function):
                continue
            if _sets_anew(statement, attribute):
                yield file, function, statement


def _is_read(function: Function) -> bool:
    """Is it a property, which runs without being called?"""
    return any("property" in ast.unparse(d) or "setter" in ast.unparse(d) for d in function.decorator_list)


def _sets_anew(statement: ast.Assign | ast.Expr, attribute: str) -> bool:
    if isinstance(statement, ast.Expr):
        called = statement.value.func if isinstance(statement.value, ast.Call) else None
        is_cut = isinstance(called, ast.Attribute) and called.attr == CUT[1]
        return is_cut and isinstance(called, ast.Attribute) and _is(called.value, attribute)
    pairs = [pair for target in statement.targets for pair in each_assigned(target, statement.value)]
    return any(_is(target, attribute) and _is_new(value) for target, value in pairs)


def _is(target: ast.expr, attribute: str) -> bool:
    return isinstance(target, ast.Attribute) and target.attr == attribute


def _is_new(value: ast.expr) -> bool:
    """Does the value have no graph: a constant, an empty container, fresh zeros, what was detached?"""
    if isinstance(value, ast.Tuple | ast.List):
        return all(map(_is_new, value.elts))
    if isinstance(value, ast.Constant) or (isinstance(value, ast.Dict) and not value.keys):
        return True
    names = {n.func.attr for n in ast.walk(value) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)}
    return isinstance(value, ast.Call | ast.ListComp) and bool(names & {*NEW, *CUT})


def _owner(statement: ast.Assign | ast.Expr) -> str:
    """Whose attribute is set, as the text calls it."""
    node = statement.value if isinstance(statement, ast.Expr) else statement.targets[0]
    return ast.unparse(node).partition(".")[0].lstrip("(")


def _outermost(name: str, files: Collection[str], sources: SourceFiles) -> str | None:
    """The function by which this one would be called, where nothing calls it; None where something does."""
    found, waiting = [name], [name]
    while waiting:
        for caller in _callers(waiting.pop(), files, sources):
            if caller is None or _is_called_by_others(caller):
                return None
            if caller.name not in found:
                found.append(caller.name)
                waiting.append(caller.name)
    return found[-1]


def _callers(name: str, files: Collection[str], sources: SourceFiles) -> Iterator[Function | None]:
    """The functions that call or mention one of this name, or call one of a library that may: `reset_net(net)`."""
    own = {called for file in files for called in sources.syntax(file).functions}
    for file in files:
        syntax = sources.syntax(file)
        for called, calls in syntax.calls.items():
            if called == name or (name in called and called not in own and called not in OTHERS):
                yield from (function_around(call, syntax) for call in calls)
        for node in syntax.of(ast.Attribute, ast.Constant):
            if name == (node.attr if isinstance(node, ast.Attribute) else node.value):
                yield function_around(node, syntax)  # `apply(self.reset)`, `getattr(part, "reset")`


def _is_called_by_others(function: Function) -> bool:
    return function.name.startswith(("__", FRAMEWORKS)) or function.name in CALLED_BY_OTHERS
