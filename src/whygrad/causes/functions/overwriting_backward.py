"""`backward` of a custom Function writes into the gradient it gets, which another step of the pass uses too."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.functions import OverwritingBackward
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.effects import writes_to_any
from whygrad.source.patterns.functions import function_at


class OverwritingGradient(SilentCause):
    name = "overwriting-backward"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed that `backward` writes to its argument; the line is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(OverwritingBackward):
            code, written = seen.backward, function_at(seen.backward, graph.sources)
            arguments = [*written.args.args, written.args.vararg] if written is not None else []
            names = [a.arg for a in arguments if a is not None][1:]  # after the context
            places = writes_to_any(code.file, code.line, names, graph.sources)
            if places:
                yield self.finding("warning", (places[0],), function=seen.name, inferred=True)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['function']}.backward` corrupts a gradient that another operation gets too"

    def clause(self, finding: Finding) -> str:
        return "it writes to its argument in place, and autograd hands the same tensor on afterwards"

    def label(self, finding: Finding) -> str:
        return "overwrites the incoming gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("compute a new tensor: write to `grad.clone()`, or use the function without the underscore",)
