"""`backward` of a custom Function writes into what it gets or has saved, which another step of the pass uses too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.functions import OverwritingBackward, SpoiledSave
from whygrad.evidence.hooks import SpoilingHook
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import shown
from whygrad.recording import Definition, Place, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.effects import writes_to_any
from whygrad.source.patterns.functions import definition_line, function_at
from whygrad.source.syntax import first_line

MEMORY = frozenset({"saved_tensors", "data"})  # what shows the memory of saved tensors


class OverwritingGradient(SilentCause):
    name = "overwriting-backward"
    drives = True
    kind = QueryKind.TRAINING
    inferred = "whygrad observed that the function writes to that memory; the line is inferred from the source"
    also = "also wrong, for the same reason"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(OverwritingBackward):
            code, written = seen.backward, function_at(seen.backward, graph.sources)
            arguments = [*written.args.args, written.args.vararg] if written is not None else []
            names = [a.arg for a in arguments if a is not None][1:]  # after the context
            places = writes_to_any(code.file, code.line, names, graph.sources)
            if places:
                yield self.finding("warning", (places[0],), (), Wording(inferred=True), function=seen.name)
        for spoiling in graph.evidence(SpoilingHook):
            places = _writes_in(spoiling.hook, graph.sources)
            if places:
                yield self.finding("warning", (places[0],), (), Wording(inferred=True), function="")

        for save in graph.evidence(SpoiledSave):
            place = _write_to_saves(save.backward, graph.sources)
            if place is not None:
                path = (
                    (Step("", save.suffers[-1], "its gradient is computed from this result"),) if save.suffers else ()
                )
                facts = {"function": save.name, "saved": save.op}
                yield Finding(self.name, "warning", "inferred", (place,), path, save.names, facts)

    def subject(self, finding: Finding) -> str:
        if "saved" in finding.facts:
            verb = "gets a wrong gradient" if len(finding.lost) <= 1 else "get wrong gradients"
            return f"{counted(finding.lost)} {verb}"
        function = finding.facts["function"]
        who = f"`{function}.backward`" if function else "a hook"
        return f"{who} corrupts a gradient that another operation also uses"

    def clause(self, finding: Finding) -> str:
        if "saved" in finding.facts:
            op = shown(finding.facts["saved"])
            return f"`{finding.facts['function']}.backward` overwrites values that `{op}` saved for its own gradient"
        return "it writes to its argument in place, and autograd passes the same tensor on"

    def label(self, finding: Finding) -> str:
        if "saved" in finding.facts:
            return "overwrites the saved values"
        return "overwrites the incoming gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "saved" in finding.facts:
            return ("return new tensors, and leave the memory of saved tensors unchanged",)
        return ("compute a new tensor: write to `grad.clone()`, or use the function without the underscore",)


def _write_to_saves(backward: Definition, sources: SourceFiles) -> Place | None:
    """Where a `backward` writes into what it has unpacked, else its own line: a helper may write."""
    written = function_at(backward, sources)
    if written is None:
        return None
    names: list[str] = []
    for node in ast.walk(written):
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call):
            found = [part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)]
            is_unpacked = any(getattr(part, "attr", "") in MEMORY for part in ast.walk(node.value))
            names += found if is_unpacked else []
    places = writes_to_any(backward.file, backward.line, names, sources)
    return places[0] if places else definition_line(written, backward.file)


def _writes_in(hook: Definition, sources: SourceFiles) -> list[Place]:
    """Where a hook, be it a function or a lambda, writes into its last parameter."""
    functions = sources.syntax(hook.file).around(hook.line, decorators=True).of(ast.FunctionDef, ast.Lambda)
    here = [f for f in functions if hook.line in (f.lineno, first_line(f)) and f.args.args]
    names = [function.args.args[-1].arg for function in here]
    return writes_to_any(hook.file, hook.line, names, sources)
