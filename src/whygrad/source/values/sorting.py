"""How the program's text sorts the parameters of a model: by which condition some of them get into no list."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax, names_in

LISTING = frozenset({
    "parameters", "named_parameters", "modules", "named_modules", "children", "named_children",
})  # fmt: skip
ADDING = ("append", "extend", "add", "update")
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.In: ast.NotIn, ast.Eq: ast.NotEq, ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.Is: ast.IsNot,
}  # fmt: skip
MOST = 200  # expressions and names that are followed
Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
Scope = ast.FunctionDef | ast.Module


def conditions_that_sort(made: Place, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The conditions that sort parameters for the optimizer made there, where some meet none of them.

    Of an `if` without `else` in a loop the last one; of comprehensions with filters each one's. Nothing where two
    filters are each other's opposite, or where the filter stands in a helper that several calls share.
    """
    call, found = node_at(made, sources), _Sorting(tuple(files), sources)
    if isinstance(call, ast.Call):
        found.follow(made.file, call)
    return found.gaps() or found.filters()


def scopes_behind(made: Place, files: Iterable[str], sources: SourceFiles) -> list[tuple[str, Scope]]:
    """The function around the optimizer's construction, and those that return what it is given, with their files."""
    call, found = node_at(made, sources), _Sorting(tuple(files), sources)
    if isinstance(call, ast.Call):
        found.follow(made.file, call)
    return [(file, scope) for scope, file in found.scopes.items()]


def expressions_behind(made: Place, files: Iterable[str], sources: SourceFiles) -> list[tuple[str, ast.expr]]:
    """The optimizer's construction, and what its arguments were assigned and filled with, with their files."""
    call, found = node_at(made, sources), _Sorting(tuple(files), sources)
    return found.follow(made.file, call) if isinstance(call, ast.Call) else []


class _Sorting:
    """What is read to make the arguments of a call: loops that fill lists, and comprehensions that filter."""

    def __init__(self, files: tuple[str, ...], sources: SourceFiles) -> None:
        self._files, self._sources = files, sources
        self._loops: dict[ast.For, tuple[str, set[str]]] = {}  # with the names of the lists that they fill
        self._filters: dict[ast.expr, str] = {}  # conditions
        self._followed: set[tuple[Scope, str]] = set()
        self.scopes: dict[Scope, str] = {}  # whose expressions were read, with their files
        self._calls = Counter(
            name for file in files for name, calls in sources.syntax(file).calls.items() for _ in calls
        )

    def gaps(self) -> list[Place]:
        """Of several loops each picks its own: what one passes by may be another's, in a list that is read nowhere."""
        found = [(file, _gap(loop.body, lists)) for loop, (file, lists) in self._loops.items()]
        return [
            place_of_node(file, gap.test, function_name(self._sources.syntax(file), gap), self._sources)
            for file, gap in found
            if gap is not None and len(found) == 1
        ]

    def filters(self) -> list[Place]:
        conditions = list(self._filters)
        texts = {ast.unparse(condition) for condition in conditions}
        if any(_opposite(condition) in texts or _asks_for_identity(condition) for condition in conditions):
            return []
        return [
            place_of_node(file, condition, function_name(self._sources.syntax(file), condition), self._sources)
            for condition, file in self._filters.items()
        ]

    def follow(self, file: str, start: ast.expr) -> list[tuple[str, ast.expr]]:
        waiting: list[tuple[str, ast.expr]] = [(file, start)]
        for file, expression in waiting:
            if len(waiting) > MOST:
                break
            syntax = self._sources.syntax(file)
            scope = scope_of(syntax, expression)
            self.scopes.setdefault(scope, file)
            for node in ast.walk(expression):
                if isinstance(node, Comprehension):
                    self._note_filter(file, scope, node)
                elif isinstance(node, ast.Name) and (scope, node.id) not in self._followed:
                    self._followed.add((scope, node.id))
                    waiting += [(file, value) for value in self._put_into(file, scope, node.id)]
                elif isinstance(node, ast.Call) and node is not start:
                    waiting += self._returned(node)
        return waiting

    def _put_into(self, file: str, scope: Scope, name: str) -> Iterator[ast.expr]:
        """What a variable is assigned, and what is put into it; a loop that does so is noted."""
        syntax = self._sources.syntax(file)
        for statement in _own_statements(syntax, scope):
            if isinstance(statement, ast.Assign):
                targets = {n.id for t in statement.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
                if name in targets:
                    yield statement.value
            if _adds_to(statement, {name}):
                loops = [n for n in syntax.above(statement) if isinstance(n, ast.For) and syntax.holds(scope, n)]
                loops = [loop for loop in loops if goes_through_model(syntax, scope, loop.iter)]
                if loops:
                    self._loops.setdefault(loops[-1], (file, set()))[1].add(name)
                elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                    yield from statement.value.args
                elif isinstance(statement, ast.AugAssign):
                    yield statement.value

    def _note_filter(self, file: str, scope: Scope, node: Comprehension) -> None:
        last = node.generators[-1]
        through = any(goes_through_model(self._sources.syntax(file), scope, g.iter) for g in node.generators)
        conditions = [c for c in last.ifs if "requires_grad" not in ast.unparse(c)]
        if through and conditions:
            self._filters.setdefault(conditions[-1], file)

    def _returned(self, call: ast.Call) -> list[tuple[str, ast.expr]]:
        """What the program's function of that name returns, if the call is the only one of it."""
        name = ast.unparse(call.func).rpartition(".")[2]
        defined = [(f, d) for f in self._files for d in self._sources.syntax(f).functions.get(name, ())]
        if len(defined) != 1 or self._calls[name] != 1:
            return []
        (file, function), syntax = defined[0], self._sources.syntax(defined[0][0])
        ends = syntax.within(function).of(ast.Return, ast.Yield)
        return [(file, end.value) for end in ends if end.value is not None]


def _gap(body: Sequence[ast.stmt], lists: set[str]) -> ast.If | None:
    """The last `if` or `elif` of those by which a turn of the loop can end without adding; None where none can."""
    gap = None
    for statement in body:
        if _adds_to(statement, lists):
            return None
        if isinstance(statement, (ast.For, ast.With)) and _fills(statement, lists):
            inner = _gap(statement.body, lists)
            if inner is None:
                return None
            gap = inner
        elif isinstance(statement, ast.If) and _fills(statement, lists):
            inner = _gap_of_if(statement, lists)
            if inner is None:
                return None
            gap = inner
    return gap


def _gap_of_if(first: ast.If, lists: set[str]) -> ast.If | None:
    *_, last = chain = list(_branches(first))
    if not last.orelse:
        return last
    for body in (*(part.body for part in chain), last.orelse):
        skips = isinstance(body[-1], (ast.Continue, ast.Raise))
        if not skips and not _adds_always(body, lists):
            return _gap(body, lists) or last
    return None


def _adds_always(body: list[ast.stmt], lists: set[str]) -> bool:
    return any(_fills(statement, lists) for statement in body) and _gap(body, lists) is None


def _branches(first: ast.If) -> Iterator[ast.If]:
    """An `if` and its `elif`s."""
    yield first
    while len(first.orelse) == 1 and isinstance(first.orelse[0], ast.If):
        first = first.orelse[0]
        yield first


def _fills(statement: ast.stmt, lists: set[str]) -> bool:
    return any(isinstance(n, ast.stmt) and _adds_to(n, lists) for n in ast.walk(statement))


def _adds_to(statement: ast.stmt, lists: set[str]) -> bool:
    """`decay.append(p)`, `(a if x else b).append(p)`, `groups[key] += [p]`"""
    if isinstance(statement, ast.AugAssign):
        return first_names(statement.target) & lists != set()
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr not in ADDING:
        return False
    held = call.func.value
    sides: list[ast.expr] = [held.body, held.orelse] if isinstance(held, ast.IfExp) else [held]
    return any(first_names(side) & lists for side in sides)


def first_names(node: ast.expr) -> set[str]:
    """The variable that an expression begins with: `groups` of `groups[key]["params"]`."""
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def goes_through_model(syntax: Syntax, scope: Scope, iterated: ast.expr) -> bool:
    """Does it go through parameters or modules, called there or assigned to a variable before?"""
    if any(called_method(n) in LISTING for n in ast.walk(iterated)):
        return True
    names = names_in(iterated)
    return any(
        called_method(n) in LISTING
        for statement in _own_statements(syntax, scope)
        if isinstance(statement, ast.Assign) and any(names & first_names(t) for t in statement.targets)
        for n in ast.walk(statement.value)
    )


def called_method(node: ast.AST) -> str:
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""


def _opposite(condition: ast.expr) -> str:
    """The text of what is true where this is not."""
    if isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not):
        return ast.unparse(condition.operand)
    if isinstance(condition, ast.Compare) and len(condition.ops) == 1 and type(condition.ops[0]) in OPPOSITE:
        turned = OPPOSITE[type(condition.ops[0])]()
        return ast.unparse(ast.Compare(condition.left, [turned], condition.comparators))
    return ast.unparse(ast.UnaryOp(ast.Not(), condition))


def _asks_for_identity(condition: ast.expr) -> bool:
    """`id(p) not in taken`: what another list has is left out, and nothing else."""
    return any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "id" for n in ast.walk(condition)
    )


def scope_of(syntax: Syntax, node: ast.AST) -> Scope:
    return next((n for n in syntax.above(node) if isinstance(n, ast.FunctionDef)), syntax.tree)


def function_name(syntax: Syntax, node: ast.AST) -> str:
    scope = scope_of(syntax, node)
    return scope.name if isinstance(scope, ast.FunctionDef) else "<module>"


def _own_statements(syntax: Syntax, scope: Scope) -> list[ast.stmt]:
    found = syntax.within(scope).of(ast.Assign, ast.AugAssign, ast.Expr)
    return [statement for statement in found if scope_of(syntax, statement) is scope]
