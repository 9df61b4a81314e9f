"""`backward` of a custom Function writes into the gradient it gets, which another step of the pass uses too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.functions import OverwritingBackward
from whygrad.evidence.hooks import SpoilingHook
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Definition, Place, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.effects import writes_to_any
from whygrad.source.patterns.functions import function_at
from whygrad.source.syntax import first_line


class OverwritingGradient(SilentCause):
    name = "overwriting-backward"
    drives = True
    kind = QueryKind.TRAINING
    inferred = "whygrad observed that the function writes to its argument; the line is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(OverwritingBackward):
            code, written = seen.backward, function_at(seen.backward, graph.sources)
            arguments = [*written.args.args, written.args.vararg] if written is not None else []
            names = [a.arg for a in arguments if a is not None][1:]  # after the context
            places = writes_to_any(code.file, code.line, names, graph.sources)
            if places:
                yield self.finding("warning", (places[0],), function=seen.name, inferred=True)
        for spoiling in graph.evidence(SpoilingHook):
            places = _writes_in(spoiling.hook, graph.sources)
            if places:
                yield self.finding("warning", (places[0],), function="", inferred=True)

    def subject(self, finding: Finding) -> str:
        function = finding.facts["function"]
        who = f"`{function}.backward`" if function else "a hook"
        return f"{who} corrupts a gradient that another operation also uses"

    def clause(self, finding: Finding) -> str:
        return "it writes to its argument in place, and autograd passes the same tensor on"

    def label(self, finding: Finding) -> str:
        return "overwrites the incoming gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("compute a new tensor: write to `grad.clone()`, or use the function without the underscore",)


def _writes_in(hook: Definition, sources: SourceFiles) -> list[Place]:
    """Where a hook, be it a function or a lambda, writes into its last parameter."""
    functions = sources.syntax(hook.file).around(hook.line, decorators=True).of(ast.FunctionDef, ast.Lambda)
    here = [f for f in functions if hook.line in (f.lineno, first_line(f)) and f.args.args]
    names = [function.args.args[-1].arg for function in here]
    return writes_to_any(hook.file, hook.line, names, sources)
