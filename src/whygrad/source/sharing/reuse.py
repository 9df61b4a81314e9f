"""A variable that is read again after a call changed its value in place."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at
from whygrad.source.syntax import names_in


def read_again(call: Place, use: Place, sources: SourceFiles) -> str:
    """The variable that `call` takes, whose result goes elsewhere, and that `use` reads later in the same function.

    Empty where the variable was bound anew in between: `x = self.relu(x)` says that the new value is meant.
    """
    if call.file != use.file or call.function != use.function or use.line <= call.line:
        return ""
    taken, read = node_at(call, sources), node_at(use, sources)
    if not isinstance(taken, ast.Call) or not taken.args or read is None:
        return ""
    argument = taken.args[0]
    if not isinstance(argument, ast.Name) or argument.id not in names_in(read):
        return ""
    syntax = sources.syntax(call.file)
    for statement in syntax.of(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        between = call.line <= (statement.end_lineno or 0) and statement.lineno <= use.line
        if between and any(argument.id in names_in(t) for t in targets):
            return ""
    alone = isinstance(syntax.parent[taken], ast.Expr)
    return "" if alone else argument.id  # a statement of its own, `self.relu(x)`, is there for its effect
