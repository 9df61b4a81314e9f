"""A sum of losses was built, and only a part of it went backward."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.terms import PartialBackward
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.span import assigned_names

SEVERAL = 2  # steps of this kind


class PartialBackwardCause(SilentCause):
    name = "partial-backward"
    kind = QueryKind.TRAINING
    yields_to = ("loss-left-out",)  # that one knows who starves for it

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(PartialBackward):
            if seen.steps < SEVERAL or not seen.total or not seen.ran:
                continue
            total, ran = seen.total[-1], seen.ran[-1]
            # A function that has computed the whole and hands out a part is the one to change.
            inside = (total.file, total.function) != (ran.file, ran.function)
            chain, other = (seen.total, ran) if inside else (seen.ran, total)
            label = "only a part of it runs backward" if inside else "the whole is computed here"
            path = [Step("", other, label)]
            path += [Step("", at[-1], "this term is left out") for at in seen.missing if at and at[-1] != total]
            facts = {"total": next(iter(assigned_names(total, graph.sources)), ""), "inside": inside}
            severity = "note" if seen.reported else "warning"
            yield Finding(self.name, severity, "observed", chain, tuple(path), facts=facts)

    def subject(self, finding: Finding) -> str:
        return "a term of the loss is computed, but trains nothing"

    def clause(self, finding: Finding) -> str:
        total = f"`{finding.facts['total']}`" if finding.facts["total"] else "a sum"
        return f"{total} contains it, but only another part of {total} runs backward"

    def label(self, finding: Finding) -> str:
        return "computed here and never used" if finding.facts["inside"] else "runs backward without it"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["inside"]:
            return ("return the whole sum, and call `backward()` on it",)
        return ("call `backward()` on the whole sum; if you only report it, compute it under `torch.no_grad()`",)
