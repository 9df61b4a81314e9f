"""A hook of the backward pass writes into a parameter, as if it were the gradient."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.hooks import ParameterWritten
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place, QueryKind
from whygrad.source.patterns.effects import writes_of, writes_to_any


class ParameterWrittenByHook(SilentCause):
    name = "parameter-written-by-hook"
    kind = QueryKind.TRAINING
    also = "also changed"
    inferred = "whygrad observed that the values change in the pass; the line of the hook is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(ParameterWritten):
            places = _writes(graph, seen)
            chain = (places[0],) if places else seen.registered
            found = self.finding(
                "warning", chain, seen.names, Wording(inferred=True), given=seen.given, passes=seen.passes
            )
            path = tuple(Step("", p, "registers the hook") for p in seen.registered[-1:] if chain and p != chain[-1])
            yield replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        return f"{counted(finding.lost)} {'changes' if len(finding.lost) <= 1 else 'change'} during the backward pass"

    def clause(self, finding: Finding) -> str:
        if finding.facts["given"]:
            return "a post-accumulate-grad hook gets the parameter itself, not its gradient"
        return "a hook writes to the parameter, and the optimizer steps from the new values"

    def label(self, finding: Finding) -> str:
        return "writes to the parameter"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"this happened in {finding.facts['passes']} inspected passes",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["given"]:
            return ("write to `parameter.grad`, or register it with `register_hook`, which gets the gradient",)
        return ("return a new gradient from the hook, and change parameters after `optimizer.step()`",)


def _writes(graph: UncutGraph, seen: ParameterWritten) -> list[Place]:
    """Where the hook writes, as the source has it."""
    hook = seen.hook
    if seen.given:
        found = writes_of(hook.file, hook.line, graph.sources)
        if found:
            return found
    parts = {part for name in seen.names for part in name.split(".")} | {"data"}
    return writes_to_any(hook.file, hook.line, parts, graph.sources)
