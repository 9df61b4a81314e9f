"""A sum of losses was built, and only a part of it went backward."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.terms import MadeToReport, PartialBackward
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.returned import part_returned
from whygrad.source.span import assigned_names

SEVERAL = 2  # steps of this kind


class PartialBackwardCause(SilentCause):
    name = "partial-backward"
    kind = QueryKind.TRAINING
    yields_to = ("loss-left-out",)  # that one knows who starves for it
    inferred = (
        "whygrad observed that `backward()` runs on only a part; the line that returns it is inferred from the source"
    )

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(PartialBackward):
            if seen.steps < SEVERAL or not seen.total or not seen.ran:
                continue
            yield self._found(graph, seen)

    def _found(self, graph: UncutGraph, seen: PartialBackward) -> Finding:
        total, ran = seen.total[-1], seen.ran[-1]
        # A function that has computed the whole and hands out a part is the one to change.
        inside = (total.file, total.function) != (ran.file, ran.function)
        returned = part_returned(total, graph.sources) if inside else None
        chain, other = (seen.total, ran) if inside else (seen.ran, total)
        path = [Step("", other, "`backward()` runs on only a part of it" if inside else "the whole is computed here")]
        if returned is not None:
            chain = (*seen.total[:-1], returned)
            path.insert(0, Step("", total, "the whole is computed here"))
        path += [Step("", at[-1], "this term is left out") for at in seen.missing if at and at[-1] != total]
        name = next(iter(assigned_names(total, graph.sources)), "")
        facts = {"total": name, "inside": inside, "returned": returned is not None}
        # A sum without a name may be an entry of a log; what has one, and a graph, was made to run backward.
        to_report = not name or any(made.total == seen.total for made in graph.evidence(MadeToReport))
        severity = "note" if seen.reported and to_report else "warning"
        evidence = "observed" if returned is None else "inferred"
        return Finding(self.name, severity, evidence, chain, tuple(path), facts=facts)

    def subject(self, finding: Finding) -> str:
        return "a term of the loss is computed, but trains nothing"

    def clause(self, finding: Finding) -> str:
        name = finding.facts["total"]
        if not name:
            return "it is part of a sum, but `backward()` runs only on another part of that sum"
        return f"`{name}` contains it, but `backward()` runs only on another part of `{name}`"

    def label(self, finding: Finding) -> str:
        if finding.facts["returned"]:
            return "returns only a part of it"
        return (
            "computed here, but `backward()` never runs on it"
            if finding.facts["inside"]
            else "`backward()` runs on a part without it"
        )

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["inside"]:
            return ("return the whole sum, and call `backward()` on it",)
        return ("call `backward()` on the whole sum; if you only log it, compute it under `torch.no_grad()`",)
