"""What the text freezes and then replaces by a new value: `self.weight`."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles

FLAG = "requires_grad"


def replaces_what_was_frozen(frozen: Place, put: Place, sources: SourceFiles) -> bool:
    """Does `self.weight = …` name what `self.weight.requires_grad = False` names, and say nothing of the flag?"""
    if frozen.file != put.file:
        return False
    names = _frozen_at(frozen, sources)
    return any(
        ast.unparse(target) in names and FLAG not in ast.unparse(statement.value)
        for statement in sources.syntax(put.file).around(put.line).of(ast.Assign)
        for target in statement.targets
    )


def _frozen_at(place: Place, sources: SourceFiles) -> set[str]:
    around = sources.syntax(place.file).around(place.line)
    targets = [target for statement in around.of(ast.Assign) for target in statement.targets]
    flags = [t for t in targets if isinstance(t, ast.Attribute) and t.attr == FLAG]
    flags += [
        call.func
        for call in around.of(ast.Call)
        if isinstance(call.func, ast.Attribute) and call.func.attr == FLAG + "_"
    ]
    return {ast.unparse(flag.value) for flag in flags if isinstance(flag.value, (ast.Attribute, ast.Name))}
