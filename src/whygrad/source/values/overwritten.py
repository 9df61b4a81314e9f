"""Variables that are assigned again before anything reads what they held."""

from __future__ import annotations

import ast
from itertools import takewhile

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import FUNCTIONS, LOOPS, scope_of
from whygrad.source.span import assigned_names, place_of_node
from whygrad.source.syntax import Syntax, last_line

Assignment = ast.Assign | ast.AnnAssign | ast.AugAssign
CONDITIONAL = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.ExceptHandler, ast.Match, ast.match_case)


def overwritten_name(first: Place, second: Place, sources: SourceFiles) -> str:
    """The variable that both places assign, where the second always does and nothing reads it between the two."""
    if (first.file, first.function) != (second.file, second.function) or first.end_line >= second.line:
        return ""
    shared = [name for name in _given_names(first, sources) if name in assigned_names(second, sources)]
    syntax = sources.syntax(first.file)
    made = _assignment(second, sources)
    if not shared or not isinstance(made, ast.Assign | ast.AnnAssign):
        return ""  # what is added to stays
    outer = _assignment(first, sources)
    for above in takewhile(lambda node: not isinstance(node, FUNCTIONS), syntax.above(made)):
        if not isinstance(above, CONDITIONAL) or _in_one_block(above, first.line, made.lineno):
            continue
        if not _is_a_term_of_its_own(above, made, outer, shared[0], syntax):
            return ""  # another value may be meant where the condition holds
    start = outer.end_lineno if outer is not None and outer.end_lineno else first.end_line
    for node in ast.walk(syntax.tree):
        if not isinstance(node, ast.Name | ast.Attribute) or not start < node.lineno <= (made.end_lineno or 0):
            continue
        if isinstance(node.ctx, ast.Load) and ast.unparse(node) == shared[0]:
            return ""
    return shared[0]


def lost_name(first: Place, second: Place, sources: SourceFiles) -> str:
    """The variable that takes a result of the call at the first place, and that nothing reads before it is over.

    The second call's result of the same kind is read. Either the second takes its name, or nothing ever reads it.
    """
    if (first.file, first.function) != (second.file, second.function) or first.line == second.line:
        return ""
    syntax = sources.syntax(first.file)
    one, other = (_assignment_of_call(place, sources) for place in (first, second))
    if one is None or other is None:
        return ""
    reads = [n for n in syntax.within(scope_of(one, syntax)).of(ast.Name) if isinstance(n.ctx, ast.Load)]
    known = {name: [node.lineno for node in reads if node.id == name] for name in (*_targets(one), *_targets(other))}
    pairs = zip(_targets(one), _targets(other), strict=False) if len(_targets(one)) == len(_targets(other)) else ()
    lost = [name for name, its in pairs if known[its] and _is_lost(name, its, (one, other), known[name], syntax)]
    return lost[0] if len(lost) == 1 else ""


def _is_lost(
    name: str, other_name: str, stores: tuple[ast.Assign, ast.Assign], reads: list[int], syntax: Syntax
) -> bool:
    one, other = stores
    if name != other_name:
        return not reads and not name.startswith("_")
    if one.lineno > other.lineno or not _is_always_run_after(one, other, syntax):
        return False
    loops = [n for n in syntax.above(one) if isinstance(n, LOOPS) and not _in_one_block(n, one.lineno, other.lineno)]
    spans = [(last_line(one) + 1, last_line(other)), *((loop.lineno, last_line(loop)) for loop in loops)]
    return not any(begin <= line <= end for line in reads for begin, end in spans)


def _is_always_run_after(one: ast.Assign, other: ast.Assign, syntax: Syntax) -> bool:
    around = takewhile(lambda node: not isinstance(node, FUNCTIONS), syntax.above(other))
    return all(not isinstance(n, CONDITIONAL) or _in_one_block(n, one.lineno, other.lineno) for n in around)


def _assignment_of_call(place: Place, sources: SourceFiles) -> ast.Assign | None:
    """The assignment whose value is the call at the place, as it is."""
    made = _assignment(place, sources)
    if not isinstance(made, ast.Assign) or len(made.targets) != 1 or not isinstance(made.value, ast.Call):
        return None
    is_it = not place.column or place_of_node(place.file, made.value, place.function, sources) == place
    return made if is_it else None


def _targets(made: ast.Assign) -> list[str]:
    """What each result is named; what is not a plain name has none that is read."""
    target = made.targets[0]
    each = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return [node.id if isinstance(node, ast.Name) else "" for node in each]


def _in_one_block(statement: ast.AST, *lines: int) -> bool:
    """Does one of its branches hold all these lines?"""
    blocks = (getattr(statement, name, None) for name in ("body", "orelse", "finalbody"))
    return any(b and all(b[0].lineno <= line <= last_line(b[-1]) for line in lines) for b in blocks)


def _given_names(place: Place, sources: SourceFiles) -> list[str]:
    """The names of what is made at the place; of `loss += term` the whole statement makes it."""
    made = _assignment(place, sources)
    if isinstance(made, ast.AugAssign) and place_of_node(place.file, made, place.function, sources) == place:
        return [ast.unparse(made.target)]
    return assigned_names(place, sources)


def _is_a_term_of_its_own(
    above: ast.AST, made: Assignment, earlier: Assignment | None, name: str, syntax: Syntax
) -> bool:
    """Does the condition put one more term into a sum, as those before it do, and not another value in its place?

    Before it stands a term with a condition of its own; and another is added below, or the condition asks for the
    factor of this one.
    """
    before, after = _beside(above, syntax)
    if not isinstance(above, ast.If) or above.orelse or earlier is None or not _adds_to(earlier, name):
        return False
    conditions = [node for node in before if isinstance(node, ast.If) and not node.orelse]
    if not any(earlier in node.body for node in conditions):
        return False
    added = (node for statement in after for node in syntax.within(statement).of(ast.Assign, ast.AugAssign))
    return any(_adds_to(node, name) for node in added) or _asks_for_factor(above.test, made)


def _beside(statement: ast.AST, syntax: Syntax) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The statements of the same block before and after one."""
    for block in ("body", "orelse", "finalbody"):
        statements = getattr(syntax.parent.get(statement), block, None)
        if isinstance(statements, list) and statement in statements:
            at = statements.index(statement)
            return statements[:at], statements[at + 1 :]
    return [], []


def _adds_to(made: Assignment, name: str) -> bool:
    """`name += …`, or `name = name + …`"""
    value = made.value
    if isinstance(made, ast.AugAssign):
        return isinstance(made.op, ast.Add) and ast.unparse(made.target) == name
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Add):
        return False
    return isinstance(made, ast.Assign) and ast.unparse(made.targets[0]) == name == ast.unparse(value.left)


def _asks_for_factor(test: ast.expr, made: Assignment) -> bool:
    """`if self.weight > 0: loss = self.weight * …`"""
    value = made.value
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Mult):
        return False
    named = ast.Name | ast.Attribute | ast.Subscript
    asked = {ast.unparse(node) for node in ast.walk(test) if isinstance(node, named)}
    return bool(asked & {ast.unparse(value.left), ast.unparse(value.right)})


def _assignment(place: Place, sources: SourceFiles) -> Assignment | None:
    """The innermost assignment around the place."""
    around = sources.syntax(place.file).around(place.line).of(ast.Assign, ast.AnnAssign, ast.AugAssign)
    return max(around, key=lambda node: node.lineno, default=None)
