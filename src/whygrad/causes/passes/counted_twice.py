"""A loss that has a pass of its own is also a term of another loss: its gradient counts twice in one step."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.terms import CountedTwice, RepeatedTerm
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 2  # passes that had it


class CountedTwiceCause(SilentCause):
    name = "counted-twice"
    drives = True
    kind = QueryKind.TRAINING
    also = "it counts twice there too"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for repeated in graph.evidence(RepeatedTerm):
            if repeated.again and repeated.steps >= SEVERAL:
                yield self._in_one_sum(repeated)
        for seen in graph.evidence(CountedTwice):
            if not seen.part:
                continue
            apart = bool(seen.whole) and seen.whole[-1] != seen.part[-1]
            again = "runs backward again here" if seen.is_same else "runs backward again, as a term of this loss"
            path = (Step("", seen.whole[-1], again),) if apart else ()
            facts = {"same": seen.is_same, "apart": apart}
            yield Finding(self.name, "warning", "observed", seen.part, path, tuple(dict.fromkeys(seen.names)), facts)

    def _in_one_sum(self, seen: RepeatedTerm) -> Finding:
        """With a factor of its own it may be meant: a part of the whole that is to weigh more."""
        shown = ((seen.term, "the term"), (seen.already, "it is already part of this sum"))
        path = tuple(Step("", chain[-1], text) for chain, text in shown if chain and chain[-1] != seen.again[-1])
        severity = "note" if seen.weighted else "warning"
        return Finding(self.name, severity, "observed", seen.again, path, facts={"in_one": True})

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("in_one"):
            return "a term counts twice in the loss"
        return f"a loss counts twice in the gradient of {counted(finding.lost, 'the parameters')}"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("in_one"):
            return "the sum already contains it, and it is added again"
        if finding.facts["same"]:
            return "it runs backward twice before one `step()`"
        return "it runs backward by itself, and again inside another loss, before one `step()`"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("in_one"):
            return "adds it a second time"
        return "its first pass" if finding.facts["apart"] else "adds the same gradient again at the next pass"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("in_one"):
            return ("add each term once; if it should weigh more, multiply it by a factor",)
        return (
            "run one `backward()`, on the whole loss; to inspect one term, use `torch.autograd.grad`, or clear the "
            "gradients before the real pass",
        )
