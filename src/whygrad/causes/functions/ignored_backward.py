"""A `backward` that autograd never calls: of a module, or of a Function whose `forward` is called by itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath

from whygrad import walk
from whygrad.causes._silent import SilentCause
from whygrad.evidence.functions import IgnoredBackward
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import COMPARISONS, STEPPING, canonical
from whygrad.recording import Chain, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.functions import definition_line, function_at, own_nodes
from whygrad.source.syntax import Syntax
from whygrad.source.values.reversals import forward_beside, hands_on

GRADIENT = re.compile(r"grad|upstream|cotangent|^d[_A-Z]?(out|l|y|z|h)", re.IGNORECASE)
BRIEF = re.compile(r"^[dg][a-z]?$")  # is taken for one only where `forward` returns its input
LOSS = re.compile(r"loss|cost|objective|energy", re.IGNORECASE)
UNSEEN = (
    "whygrad observed an instance of `{}` during training, "
    "and infers that the program calls it, and that nothing calls its `backward`"
)
IMPORT = re.compile(r"^[ \t]*(?:from|import)\b[^\n(]*(?:\([^)]*\))?", re.MULTILINE)
BY_OTHER_MEANS = ("apply", "register_hook", "register_full_backward_hook")


class IgnoredBackwardCause(SilentCause):
    name = "ignored-backward"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed the calls of `forward`, and infers from the source that nothing calls `backward`"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(IgnoredBackward):
            backward = function_at(seen.backward, graph.sources)
            if backward is None or not _returns_gradient(seen, backward, graph.sources):
                continue
            if not seen.is_function and _is_called(graph, seen):
                continue
            syntax = graph.sources.syntax(seen.backward.file)
            if not seen.call and not _returns_input(forward_beside(syntax, backward)):
                continue  # its operations would have been seen
            # Where `forward` has a derivative of its own, `backward` may be just that.
            differs = seen.is_function or hands_on(syntax, backward) or _has_steps(forward_beside(syntax, backward))
            line = definition_line(backward, seen.backward.file)
            chain: Chain = (line,)
            shown = tuple(Step("", place, "`forward` runs here") for place in seen.call[-1:])
            if seen.is_function:  # the class is right, the call of it is not
                chain, shown = seen.call, (Step("", line, "never runs"),)
            severity, wording = "warning" if differs else "note", Wording(inferred=_inferred(seen))
            found = self.finding(severity, chain, (), wording, of=seen.name, function=seen.is_function)
            yield replace(found, path=shown)

    def subject(self, finding: Finding) -> str:
        return f"autograd never calls `{finding.facts['of']}.backward`"

    def clause(self, finding: Finding) -> str:
        name = finding.facts["of"]
        if finding.facts["function"]:
            return f"the program calls `{name}.forward` itself, so autograd differentiates what is inside"
        return f"`{name}` is not a `torch.autograd.Function`, so autograd differentiates its `forward`"

    def label(self, finding: Finding) -> str:
        return "calls `forward` as a plain function" if finding.facts["function"] else "has no effect on any gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        name = finding.facts["of"]
        if finding.facts["function"]:
            return (f"call `{name}.apply(…)` instead of `{name}.forward(…)`",)
        return (
            "move both methods into a `torch.autograd.Function`, with `@staticmethod` and `ctx`, "
            "and call its `apply` in `forward`",
        )


def _inferred(seen: IgnoredBackward) -> str | bool:
    return not seen.is_function if seen.call else UNSEEN.format(seen.name)


def _returns_input(forward: ast.FunctionDef | None) -> bool:
    """Does `forward` return an argument itself, so that its calls leave nothing in the graph?"""
    if forward is None:
        return False
    names = [argument.arg for argument in forward.args.args][1:]
    returned = [node.value for node in own_nodes(forward) if isinstance(node, ast.Return)]
    same = all(isinstance(value, ast.Name) and value.id in names for value in returned)
    return bool(returned) and same and not _assigns(forward, names)


def _returns_gradient(seen: IgnoredBackward, backward: ast.FunctionDef, sources: SourceFiles) -> bool:
    """Does it take a gradient, and return something else than that gradient as it is?"""
    syntax = sources.syntax(seen.backward.file)
    same = hands_on(syntax, backward)
    names = [argument.arg for argument in backward.args.args][1:]
    if not seen.is_function:
        taken = names[1:] if names[:1] == ["ctx"] else names
        if not taken or not (GRADIENT.search(taken[0]) or (same and BRIEF.match(taken[0]))):
            return False
        forward = forward_beside(syntax, backward)
        if forward is not None and _finds_another_way(forward):
            return False
    returned = [node.value for node in own_nodes(backward) if isinstance(node, ast.Return) and node.value is not None]
    firsts = [value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value for value in returned]
    unchanged = all(isinstance(first, ast.Name) and first.id in names for first in firsts)
    return bool(firsts) and not (same and unchanged and not _assigns(backward, names))


def _assigns(function: ast.FunctionDef, names: list[str]) -> bool:
    """Are the arguments given other values, or written?"""
    targets = [node for node in own_nodes(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    methods = [_method(node) for node in own_nodes(function)]
    return any(target.id in names for target in targets) or any(name.endswith("_") for name in methods)


def _method(node: ast.AST) -> str:
    """The name of the method that is called."""
    return node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""


def _finds_another_way(forward: ast.FunctionDef) -> bool:
    """Does `forward` bring its derivative about by a Function or a hook?"""
    return any(isinstance(node, ast.Attribute) and node.attr in BY_OTHER_MEANS for node in own_nodes(forward))


def _has_steps(forward: ast.FunctionDef | None) -> bool:
    """Does `forward` round, compare or choose, so that its own derivative is 0?"""
    for node in own_nodes(forward) if forward is not None else ():
        if isinstance(node, ast.Compare) or canonical(_method(node)) in STEPPING | COMPARISONS:
            return True
    return False


def _is_called(graph: UncutGraph, seen: IgnoredBackward) -> bool:
    """Does the program call a `backward` that may be of the class with what is not a loss, or hand it on?"""
    return any(_is_called_in(graph.sources.syntax(file), seen.name) for file in _knowing(graph, seen))


def _knowing(graph: UncutGraph, seen: IgnoredBackward) -> list[str]:
    """The files that define the class, name it, or import one that knows it: others never get an object of it."""
    texts = graph.recording.sources
    named = re.compile(rf"\b{re.escape(seen.name)}\b")
    starts = [seen.backward.file, *(file for file, text in texts.items() if named.search(text))]

    imports = {file: " ".join(IMPORT.findall(text)) for file, text in texts.items()}

    def importing(file: str) -> list[str]:
        path = PurePath(file)
        module = re.compile(rf"\b{re.escape(path.parent.name if path.stem == '__init__' else path.stem)}\b")
        return [other for other, text in imports.items() if module.search(text)]

    return [file for file in walk.breadth_first(starts, importing) if file in texts]


def _is_called_in(syntax: Syntax, name: str) -> bool:
    called = {id(call.func) for call in syntax.of(ast.Call) if not call.args or LOSS.search(ast.unparse(call.args[0]))}
    handed = (node for node in syntax.of(ast.Attribute) if node.attr == "backward" and id(node) not in called)
    return any(not _is_anothers(syntax, node, name) for node in handed)


def _is_anothers(syntax: Syntax, node: ast.Attribute, name: str) -> bool:
    """Is it `self.backward` in a class with a method of its own of that name?"""
    if not isinstance(node.value, ast.Name) or node.value.id != "self":
        return False
    around = next((n for n in syntax.above(node) if isinstance(n, ast.ClassDef)), None)
    methods = {n.name for n in around.body if isinstance(n, ast.FunctionDef)} if around is not None else set()
    return around is not None and around.name != name and "backward" in methods
