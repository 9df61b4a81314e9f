"""What the text tells about a statement that freezes: when it runs, and whether it could unfreeze."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from whygrad.recording import Chain, Place
from whygrad.source.chains import shared_calls
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import function_at
from whygrad.source.patterns.loops import share_a_loop
from whygrad.source.patterns.stores import ADDING
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax, last_line
from whygrad.source.values.calls import TELLING
from whygrad.source.values.steps import last_name

FLAGGING = ("requires_grad_", "train", "eval", "zero_grad", "setattr")
DEPTH = 3  # helpers that call each other


def runs_in_every_round(act: Chain, before: Chain, sources: SourceFiles) -> bool:
    """Does a loop do both, where `before` was an earlier round's, and is `act` done always, with `False`?"""
    inner = shared_calls(act, before)
    if inner >= min(len(act), len(before)) or not share_a_loop(act[inner], before[inner], sources):
        return False
    if any(is_tested(place, sources) for place in act[inner:]):
        return False
    return any("False" in sources.line(place.file, place.line) for place in act[inner:])


def runs_with_every_step(act: Chain, step: Chain, sources: SourceFiles) -> bool:
    """Does one round of a loop do both, and is `act` done always, with `False`?"""
    inner = shared_calls(act, step)
    together = any(share_a_loop(place, place, sources) for place in act[:inner])
    if inner >= len(act) or not (together or runs_in_every_round(act, step, sources)):
        return False
    if any(is_tested(place, sources) for place in act[inner:]):
        return False
    return any("False" in sources.line(place.file, place.line) for place in act[inner:])


def call_of_freezing(chain: Chain, sources: SourceFiles) -> Chain:
    """The chain up to the call of a function that does nothing but freeze what it is given: that is right as it is."""
    while len(chain) > 1 and _only_freezes(chain[-1], sources) and _is_call(chain[-2], sources):
        chain = chain[:-1]
    return chain


def _only_freezes(place: Place, sources: SourceFiles) -> bool:
    around = sources.syntax(place.file).around(place.line).of(ast.FunctionDef)
    function = max(around, key=lambda f: f.lineno, default=None)
    given = {a.arg for a in function.args.args} - {"self", "cls"} if function is not None else set()
    return function is not None and bool(given) and all(_is_freezing(s, given) for s in function.body)


def _is_freezing(statement: ast.stmt, given: set[str]) -> bool:
    """`p.requires_grad = False`, in a loop too; that a module is switched to `eval()`; what was given is returned."""
    if isinstance(statement, ast.For):
        return all(_is_freezing(inner, given) for inner in statement.body) and not statement.orelse
    if isinstance(statement, ast.Assign):
        return all(_is_flag(t, "requires_grad") for t in statement.targets) and _is_flag_given(statement.value, given)
    value = statement.value if isinstance(statement, ast.Expr | ast.Return) else None
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        freezes = _is_flag(value.func, "requires_grad_") and any(_is_flag_given(a, given) for a in value.args)
        if not freezes and value.func.attr != "eval":
            return False
        value = value.func.value
    return isinstance(value, ast.Constant | ast.Name) and (isinstance(statement, ast.Expr) or _id(value) in given)


def _is_flag_given(node: ast.expr, given: set[str]) -> bool:
    """False, or what the caller has chosen."""
    return _is_false(node) or _id(node) in given


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _id(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_call(place: Place, sources: SourceFiles) -> bool:
    return isinstance(node_at(place, sources), ast.Call)


def call_of_flagging(chain: Chain, sources: SourceFiles) -> Chain:
    """The chain up to the call of a function that only freezes, unfreezes or switches what it is of or is given.

    A test outside of the loops that select makes it one that decides: then a line of its own may be the one to change.
    """
    while len(chain) > 1 and _is_its_call(chain[-2], function_at(chain[-1], sources), sources):
        syntax, function = sources.syntax(chain[-1].file), function_at(chain[-1], sources)
        if not isinstance(function, ast.FunctionDef) or not _only_flags(function, syntax, DEPTH):
            break
        chain = chain[:-1]
    return chain


def call_of_selection(chain: Chain, sources: SourceFiles) -> Chain:
    """The chain up to the call that chose what a function freezes, which does nothing but set flags by its arguments.

    One that compares with names of its own has chosen itself. One that never unfreezes the rest is right only once.
    """
    chain = call_of_freezing(chain, sources)
    while len(chain) > 1 and _is_its_call(chain[-2], function_at(chain[-1], sources), sources):
        syntax, function = sources.syntax(chain[-1].file), function_at(chain[-1], sources)
        if not isinstance(function, ast.FunctionDef) or not _is_given_the_choice(function):
            break
        if not _only_flags(function, syntax, DEPTH):
            break
        chain = chain[:-1]
    return chain


def _is_given_the_choice(function: ast.FunctionDef) -> bool:
    """Does it select by what it is given, freeze the one part, and unfreeze the other?"""
    given = {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)} - {"self", "cls"}
    inside = [node for statement in function.body for node in ast.walk(statement)]
    tests = [node.test for node in inside if isinstance(node, ast.If | ast.IfExp)]
    flagging = [node for node in inside if isinstance(node, ast.Assign)]
    values = [node.value for node in flagging if any(_is_flag(target, "requires_grad") for target in node.targets)]
    calls = [node for node in inside if isinstance(node, ast.Call) and _is_flag(node.func, "requires_grad_")]
    values += [value for call in calls for value in (call.args or [ast.Constant(True)])]
    constants = {value.value for value in values if isinstance(value, ast.Constant)}
    complete = constants >= {True, False} or any(not isinstance(value, ast.Constant) for value in values)
    deciding = [node for part in (*tests, *values) for node in ast.walk(part)]
    own = any(isinstance(node, ast.Constant) and not isinstance(node.value, bool) for node in deciding)
    return complete and not own and any(_id(node) in given for node in deciding if isinstance(node, ast.expr))


def _is_its_call(call: Place, function: ast.AST | None, sources: SourceFiles) -> bool:
    """Does the text name the function there, and not call whatever it finds in a list?

    By a call, `model.unfreeze()`; as what a call is given, `model.apply(unfreeze)`; as what is set, `model.frozen = …`.
    """
    node, name = node_at(call, sources), getattr(function, "name", None)
    if isinstance(node, ast.Call):
        return name in (last_name(node.func), *(given.id for given in node.args if isinstance(given, ast.Name)))
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and node.attr == name


def _only_flags(function: ast.FunctionDef, syntax: Syntax, depth: int) -> bool:
    given = {argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)}
    body = [part for statement in function.body for part in _chosen_by(statement, given)]
    computing = function.name in ("__init__", "forward")
    return not computing and all(_is_flagging(statement, syntax, depth) for statement in body)


def _chosen_by(statement: ast.stmt, given: set[str]) -> list[ast.stmt]:
    """The statements that an argument of the function chooses between: `if trainable: …`; others as they are."""
    if not isinstance(statement, ast.If):
        return [statement]
    test = statement.test.operand if isinstance(statement.test, ast.UnaryOp) else statement.test
    return [*statement.body, *statement.orelse] if _id(test) in given else [statement]


def _is_flagging(statement: ast.stmt, syntax: Syntax, depth: int) -> bool:
    """`part.requires_grad_(True)`, in a loop that may select too; what it says, notes or returns; names of its own."""
    if isinstance(statement, ast.For):
        return not statement.orelse and all(_flags_or_selects(inner, syntax, depth) for inner in statement.body)
    if isinstance(statement, ast.Assign):
        flags = any(_is_flag(target, "requires_grad") for target in statement.targets)
        return flags or _sets_names(statement) or not _calls(statement)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        name = last_name(statement.value.func)
        known = syntax.functions.get(name, ()) if depth else ()
        helper = bool(known) and all(_only_flags(function, syntax, depth - 1) for function in known)
        return helper or name in (*FLAGGING, *TELLING, *ADDING)
    if isinstance(statement, ast.If):  # puts what was given into another form
        return all(
            isinstance(inner, ast.Assign) and not _calls(inner) and _sets_names(inner)
            for inner in (*statement.body, *statement.orelse)
        )
    counting = isinstance(statement, ast.AugAssign) and not _calls(statement)
    return counting or isinstance(statement, ast.Expr | ast.Return | ast.Pass | ast.Assert)


def _sets_names(statement: ast.Assign) -> bool:
    return all(isinstance(target, ast.Name) for target in statement.targets)


def _flags_or_selects(statement: ast.stmt, syntax: Syntax, depth: int) -> bool:
    if isinstance(statement, ast.If):
        return all(_flags_or_selects(inner, syntax, depth) for inner in (*statement.body, *statement.orelse))
    return isinstance(statement, ast.Continue | ast.Break) or _is_flagging(statement, syntax, depth)


def _calls(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Call) for node in ast.walk(statement))


def is_tested(place: Place, sources: SourceFiles) -> bool:
    """Does an `if` of its function, inside the function's loops or not, decide whether the place runs?"""
    around = sources.syntax(place.file).around(place.line)
    functions = around.of(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    start = max((n.lineno for n in functions if _contains(n, place)), default=0)
    tests = around.of(ast.If, ast.IfExp, ast.Match, ast.Try)
    return any(_contains(n, place) and n.lineno >= start and not _is_main(n) for n in tests)


def _is_main(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)


def _contains(node: ast.expr | ast.stmt, place: Place) -> bool:
    return node.lineno <= place.line and place.end_line <= last_line(node)


def can_only_freeze(act: Chain, files: Iterable[str], sources: SourceFiles) -> bool:
    """`if p.requires_grad: p.requires_grad = flag`, in a function that is also called with `True`."""
    if not act:
        return False
    syntax = sources.syntax(act[-1].file)
    around = syntax.around(act[-1].line)
    for function in around.of(ast.FunctionDef, ast.AsyncFunctionDef):
        if _contains(function, act[-1]):
            tests = [n for n in around.of(ast.If) if syntax.holds(function, n) and _contains(n, act[-1])]
            names = {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}
            if any(_asks_for_flag(t.test) and _sets_flag_to(t.body, names) for t in tests):
                return any(_is_called_with_true(function.name, sources.syntax(file)) for file in files)
    return False


def _asks_for_flag(test: ast.expr) -> bool:
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    return any(isinstance(p, ast.Attribute) and p.attr == "requires_grad" for p in parts)


def _sets_flag_to(body: list[ast.stmt], names: set[str]) -> bool:
    """To one of these: a parameter of the function, which may be `True`."""
    for node in (n for statement in body for n in ast.walk(statement)):
        value: ast.expr | None = None
        if isinstance(node, ast.Assign) and any(_is_flag(t, "requires_grad") for t in node.targets):
            value = node.value
        elif isinstance(node, ast.Call) and _is_flag(node.func, "requires_grad_") and node.args:
            value = node.args[0]
        if isinstance(value, ast.Name) and value.id in names:
            return True
    return False


def _is_flag(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name


def _is_called_with_true(name: str, syntax: Syntax) -> bool:
    for node in syntax.of(ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = (*node.args, *(k.value for k in node.keywords))
        if called == name and any(isinstance(a, ast.Constant) and a.value is True for a in given):
            return True
    return False


def matched_by_beginning(
    names: tuple[str, str], act: Chain, files: Iterable[str], sources: SourceFiles
) -> Place | None:
    """Where the first name, which the program's text writes without its end (`"layers.1"`), is compared with others.

    The second name begins with the first, and is not written. The comparison stands in the function that freezes, or
    in one of the program's that this one calls.
    """
    syntaxes = {file: sources.syntax(file) for file in files}
    written = [sum(_times_written(name, syntax) for syntax in syntaxes.values()) for name in names]
    counted = sum(_times_counted(names[0], syntax) for syntax in syntaxes.values())
    if not act or written[1] or (counted != 1 if counted else not written[0]):
        return None
    file, syntax = act[-1].file, sources.syntax(act[-1].file)
    around = [f for f in syntax.around(act[-1].line).of(ast.FunctionDef) if _contains(f, act[-1])][-1:]
    inside: ast.AST = around[0] if around else syntax.tree
    called = {ast.unparse(call.func).rpartition(".")[2] for call in syntax.within(inside).of(ast.Call)}
    helpers = [(f, function) for f, s in syntaxes.items() for c in called for function in s.functions.get(c, ())]
    found = [
        place_of_node(where, node, getattr(function, "name", "<module>"), sources)
        for where, function in dict.fromkeys([(file, inside), *helpers])
        for node in sources.syntax(where).within(function).of(ast.Call, ast.Compare)
        if _compares_beginning(node, sources.syntax(where))
    ]
    return found[0] if len(dict.fromkeys(found)) == 1 else None


def _times_written(name: str, syntax: Syntax) -> int:
    """`"layers.1"`, with nothing behind the number."""
    return sum(isinstance(n.value, str) and n.value.endswith(name) for n in syntax.of(ast.Constant))


def _times_counted(name: str, syntax: Syntax) -> int:
    """`f"layers.{i}"`, with nothing behind the number, of numbers that follow each other; others may be any."""
    before, times = name.rpartition(".")[0] + ".", 0
    for node in syntax.of(ast.JoinedStr):
        *_, first, last = (None, None, *node.values)
        text = first.value if isinstance(first, ast.Constant) else ""
        if isinstance(last, ast.FormattedValue) and isinstance(text, str) and text.endswith(before):
            times += 1 if _is_counted(last.value, syntax) else 2
    return times


def _is_counted(value: ast.expr, syntax: Syntax) -> bool:
    iterated = _iterated(value, syntax)
    return isinstance(iterated, ast.Call) and ast.unparse(iterated.func) == "range" and len(iterated.args) < 3


def _iterated(value: ast.expr, syntax: Syntax) -> ast.expr | None:
    """What a variable goes through, in the comprehension or loop around."""
    for node in syntax.above(value):
        generators = getattr(node, "generators", [node] if isinstance(node, ast.For) else [])
        for part in generators:
            if isinstance(value, ast.Name) and isinstance(part.target, ast.Name) and part.target.id == value.id:
                return part.iter  # type: ignore[no-any-return]  # of a loop or a comprehension
    return None


def _compares_beginning(node: ast.Call | ast.Compare, syntax: Syntax) -> bool:
    """`name.startswith(p)`, `re.match(p, name)`, `p in name`; not `name in names`, which compares the whole."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in ("startswith", "match", "search")
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return False
    is_text = isinstance(node.left, ast.JoinedStr) or isinstance(getattr(node.left, "value", None), str)
    return isinstance(node.comparators[0], ast.Name) and (is_text or _iterated(node.left, syntax) is not None)
