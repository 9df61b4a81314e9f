"""A loss that has a pass of its own is also a term of another loss: its gradient counts twice in one step."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.terms import CountedTwice
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind


class CountedTwiceCause(SilentCause):
    name = "counted-twice"
    kind = QueryKind.TRAINING
    also = "it counts twice there too"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(CountedTwice):
            if not seen.part:
                continue
            apart = bool(seen.whole) and seen.whole[-1] != seen.part[-1]
            again = "runs backward again here" if seen.is_same else "runs backward again, as a term of this loss"
            path = (Step("", seen.whole[-1], again),) if apart else ()
            facts = {"same": seen.is_same, "apart": apart}
            yield Finding(self.name, "warning", "observed", seen.part, path, tuple(dict.fromkeys(seen.names)), facts)

    def subject(self, finding: Finding) -> str:
        return f"a loss counts twice in the gradient of {counted(finding.lost, 'the parameters')}"

    def clause(self, finding: Finding) -> str:
        if finding.facts["same"]:
            return "it runs backward twice before one `step()`"
        return "it runs backward by itself, and again inside another loss, before one `step()`"

    def label(self, finding: Finding) -> str:
        return "its first pass" if finding.facts["apart"] else "adds the same gradient again at the next pass"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "run one `backward()`, on the whole loss; to inspect one term, use `torch.autograd.grad`, or clear the "
            "gradients before the real pass",
        )
