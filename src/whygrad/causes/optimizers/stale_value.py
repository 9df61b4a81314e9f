"""A value was computed from parameters once, and is used for steps that have changed them since."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.stale_values import StaleValue
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node

PASSES = 2  # inspected ones
AUTOCAST = "autocast"


class StaleValueCause(SilentCause):
    name = "stale-value"
    kind = QueryKind.TRAINING
    also = "also used with old values"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(StaleValue):
            block = () if seen.made else _autocast_block(seen.used, graph.sources)
            chain = seen.made or block or seen.used
            if seen.passes < PASSES or not chain:
                continue
            path = (Step("", seen.used[-1], "this pass uses it again"),) if seen.made and seen.used else ()
            found = self.finding("warning", chain, seen.leaves, seen=seen, block=bool(block))
            yield replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        return f"the loss uses old values of {counted(finding.lost)}"

    def clause(self, finding: Finding) -> str:
        if finding.facts["seen"].made:
            return "a value computed once is reused after steps have changed the parameters"
        return (
            "autocast keeps the casts of parameters until its block ends, but steps in the block change the parameters"
        )

    def label(self, finding: Finding) -> str:
        if finding.facts["seen"].made:
            return "computed once, from the values at that time"
        return "this block surrounds the steps" if finding.facts["block"] else "runs inside an `autocast` block"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        seen: StaleValue = finding.facts["seen"]
        found = ("the `autocast` block is inferred from the source",) if finding.facts["block"] else ()
        return (f"observed in {seen.passes} inspected passes, up to {seen.steps} steps later", *found)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["seen"].made:
            return ("compute it again in every step, after the optimizer has changed the parameters",)
        return ("enter `autocast` again in every step, around only the forward pass and the loss",)


def _autocast_block(used: Chain, sources: SourceFiles) -> Chain:
    """The `with autocast(…)` around the pass, as the source has it; nothing where it is entered in another way."""
    for depth in range(len(used), 0, -1):
        place = used[depth - 1]
        for node in sources.syntax(place.file).around(place.line).of(ast.With, ast.AsyncWith):
            calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
            named = [c for c in calls if ast.unparse(c.func).rpartition(".")[2] == AUTOCAST]
            if named and node.lineno < place.line:
                return (*used[: depth - 1], place_of_node(place.file, named[0], place.function, sources))
    return ()
