"""A term of the loss that is the same for every model: it compares two things, and neither carries a gradient."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.terms import ConstantTerm
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.patterns.arguments import gives_one_twice

SEVERAL = 2  # passes that had it
LONGEST = 60  # of a text that is quoted
NEITHER = "neither side carries a gradient"


class ConstantTermCause(SilentCause):
    name = "constant-term"
    kind = QueryKind.TRAINING
    yields_to = ("loss-left-out",)  # which knows who starves for it

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for term in graph.evidence(ConstantTerm):
            if term.steps >= SEVERAL and term.chain:
                compared, chain = _places(graph, term)
                text = " ".join(graph.text(compared[-1]).split())
                code = text if len(text) <= LONGEST else ""
                severity = "note" if term.sides == "fixed" else "warning"
                path = (Step("", compared[-1], NEITHER),) if chain != compared else ()
                facts = {"code": code, "sides": term.sides, "read": chain != compared}
                yield Finding(self.name, severity, "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return "a term of the loss trains nothing"

    def clause(self, finding: Finding) -> str:
        code = f"`{finding.facts['code']}`" if finding.facts["code"] else "it"
        if finding.facts["sides"] == "itself":
            return f"{code} compares two values computed from the same value, which carries no gradient"
        if finding.facts["sides"] == "data":
            return f"{code} compares two values that depend on no parameter"
        if finding.facts["sides"] == "same":
            return f"{code} compares two results of the same parameters, which do not learn"
        return f"{code} compares two values, and neither depends on anything that learns"

    def label(self, finding: Finding) -> str:
        return "computed from the same value as the other side" if finding.facts["read"] else NEITHER

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["sides"] == "fixed":
            return ("compute one side with the model that learns; ignore this if the term is only logged",)
        return ("compute one side with the model that learns",)


def _places(graph: UncutGraph, term: ConstantTerm) -> tuple[Chain, Chain]:
    """The comparison, or the call that gave a function both of its sides; and the line that chose what is wrong."""
    inside = term.inside
    if len(inside) > 1 and gives_one_twice(inside[-2], graph.sources):
        return term.chain, term.chain
    compared = inside or term.chain
    is_elsewhere = bool(term.read) and term.read[-1].line != compared[-1].line
    return compared, term.read if is_elsewhere else compared
