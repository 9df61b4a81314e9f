"""Two modules shared a parameter until one of them was given a new one, or one got a copy instead of sharing."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.holdings import TieConverted, TieReplaced, TrainedCopy
from whygrad.evidence.modules import SeparatedParameters
from whygrad.finding import Finding, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind
from whygrad.source.intended import tying_word

SEVERAL = 2  # steps that had gradients for both
COPIED = "whygrad observed the copy, and infers from `{}` in the source that the two should be one parameter"


class BrokenTie(SilentCause):
    name = "broken-tie"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        if graph.query.kind is QueryKind.TRAINING:
            yield from self._copies(graph)

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for tie in graph.evidence(SeparatedParameters):
            yield self.finding("warning", tie.chain, names=tie.names)
        for replaced in graph.evidence(TieReplaced):
            yield self.finding("warning", replaced.chain, names=replaced.names, both=True)
        for converted in graph.evidence(TieConverted):
            yield self.finding("warning", converted.chain, names=converted.names, both=True, converted=True)

    def _copies(self, graph: UncutGraph) -> Iterator[Finding]:
        """A layer may well start from another one's values: only words tell that it was to share them."""
        for seen in graph.evidence(TrainedCopy):
            if seen.chain and all(seen.names) and seen.steps >= SEVERAL:
                word = tying_word(seen.chain[-1], graph.sources)
                inferred = COPIED.format(word) if word else ""
                severity = "warning" if word else "note"
                yield self.finding(severity, seen.chain, (), Wording(inferred=inferred), names=seen.names, copied=True)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("copied"):
            return "`{}` and `{}` are two parameters, which learn separately".format(*finding.facts["names"])
        return "`{}` and `{}` are no longer the same parameter".format(*finding.facts["names"])

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("copied"):
            return "the first was created with a copy of the second's values"
        if finding.facts.get("converted"):
            return "this call gives each module a new parameter, and changes to one no longer reach the other"
        if finding.facts.get("both"):
            return "both were replaced, and changes to one no longer reach the other"
        return "the first was replaced, so changes to one no longer reach the other"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("copied"):
            return "a new parameter, not a view of the other one"
        if finding.facts.get("converted"):
            return "replaces both parameters, one after the other"
        return f"gives {'the second' if finding.facts.get('both') else 'one of the two'} a new parameter"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("copied"):
            return (
                "to tie them, keep one parameter and transpose it where it is used: `F.linear(x, weight.t())`; to only "
                "start from its values, create the copy with `.detach().clone()`",
            )
        if finding.facts.get("converted"):
            return ("tie the two again after this call: assign the weight of one to the other",)
        if finding.facts.get("both"):
            return ("tie the two again: assign the weight of one to the other",)
        return (
            "assign the new parameter to both, or keep the old one and change its values: `weight.copy_(…)` under "
            "`no_grad`",
        )
