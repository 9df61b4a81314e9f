"""States that are detached by their names, one after another, and one whose name is not among them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.stores import each_assigned
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax, names_in

CUTS = ("detach", "detach_")
Sequence = ast.Tuple | ast.List | ast.Set


@dataclass(frozen=True)
class Unlisted:
    """The names, without that of the state; or where a subclass of theirs first sets the state."""

    place: Place
    is_declared: bool


def unlisted_state(store: Place, files: Collection[str], sources: SourceFiles) -> Unlisted | None:
    """The names by which a loop detaches attributes, where the attribute that the statement sets is not among them."""
    syntax = sources.syntax(store.file)
    statement = syntax.smallest_statement(store.line)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    parts = [part for target in targets for part, _ in each_assigned(target, target)]
    own = [part.attr for part in parts if isinstance(part, ast.Attribute) and ast.unparse(part.value) == "self"]
    found = [(file, names) for file in files for names in _detached_names(file, files, sources)]
    said = {element.value for _, names in found for element in names.elts if isinstance(element, ast.Constant)}
    if len(own) != 1 or own[0] in said or len({id(names) for _, names in found}) != 1:
        return None
    file, names = found[0]
    around = next((n for n in sources.syntax(file).above(names) if isinstance(n, ast.ClassDef)), None)
    cls = next((n for n in syntax.above(statement) if isinstance(n, ast.ClassDef)), None) if statement else None
    first = _first_set(own[0], cls, syntax) if around is not None and cls is not around else None
    if first is not None:
        return Unlisted(place_of_node(store.file, first, "__init__", sources), True)
    return Unlisted(place_of_node(file, names, "", sources), False)


def _detached_names(file: str, files: Collection[str], sources: SourceFiles) -> Iterator[Sequence]:
    """The constant names in this file that such a loop, in a function that something calls, goes through."""
    for other in files:
        syntax = sources.syntax(other)
        for loop in syntax.of(ast.For):
            function = next((n for n in syntax.above(loop) if isinstance(n, ast.FunctionDef)), None)
            if not _detaches_by_name(loop) or function is None:
                continue
            if not any(sources.syntax(each).calls.get(function.name) for each in files):
                continue
            if isinstance(loop.iter, Sequence) and other == file:
                yield loop.iter
            name = _last(loop.iter)
            for made in sources.syntax(file).of(ast.Assign, ast.AnnAssign) if name else ():
                targets = made.targets if isinstance(made, ast.Assign) else [made.target]
                if isinstance(made.value, Sequence) and name in map(_last, targets) and _is_of_names(made.value):
                    yield made.value


def _detaches_by_name(loop: ast.For) -> bool:
    """`for name in names: setattr(self, name, getattr(self, name).detach())`"""
    turn = names_in(loop.target)
    calls = [node for part in loop.body for node in ast.walk(part) if isinstance(node, ast.Call)]
    sets = any(_last(c.func) == "setattr" and len(c.args) == 3 and ast.unparse(c.args[1]) in turn for c in calls)
    reads = any(_last(c.func) == "getattr" and len(c.args) > 1 and ast.unparse(c.args[1]) in turn for c in calls)
    cuts = {c.func.attr for c in calls if isinstance(c.func, ast.Attribute)} & {*CUTS}
    return reads and bool(cuts) and (sets or "detach_" in cuts)


def _is_of_names(names: Sequence) -> bool:
    return bool(names.elts) and all(isinstance(e, ast.Constant) and isinstance(e.value, str) for e in names.elts)


def _first_set(attribute: str, cls: ast.ClassDef | None, syntax: Syntax) -> ast.Assign | None:
    """The statement of the class's constructor that sets the attribute."""
    for statement in syntax.within(cls).of(ast.Assign) if cls is not None else ():
        function = next((n for n in syntax.above(statement) if isinstance(n, ast.FunctionDef)), None)
        is_set = any(isinstance(t, ast.Attribute) and t.attr == attribute for t in statement.targets)
        if is_set and function is not None and function.name == "__init__":
            return statement
    return None


def _last(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
