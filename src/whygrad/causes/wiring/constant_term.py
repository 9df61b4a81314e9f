"""A term of the loss that is the same for every model: it compares two things, and neither carries a gradient."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.terms import ConstantTerm
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.chains import shared_calls
from whygrad.source.patterns.arguments import gives_one_twice, leaves_an_argument, reads_a_part, reads_an_argument

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
    compared = _in_function_that_chose(graph, term) or inside or term.chain
    read = _read_at(graph, term, compared)
    is_elsewhere = bool(read) and (read[-1].file, read[-1].line) != (compared[-1].file, compared[-1].line)
    return compared, read if is_elsewhere else compared


def _in_function_that_chose(graph: UncutGraph, term: ConstantTerm) -> Chain:
    """The comparison in a function that was given more than it compares: the call is right, and the function is not.

    It names another argument nowhere, or takes one part of an object for both sides.
    """
    for depth in range(len(term.chain), len(term.compared) if term.read else 0):
        inside = term.compared[: depth + 1]
        here = [place for place in term.read[depth : depth + 1] if term.read[:depth] == inside[:-1]]
        if leaves_an_argument(inside, graph.sources) or any(reads_a_part(place, graph.sources) for place in here):
            return inside
    return ()


def _read_at(graph: UncutGraph, term: ConstantTerm, compared: Chain) -> Chain:
    """Where the first side, the prediction, was computed from the value that is the other side's too.

    A function that computes both sides from different values is right: it is the call of it. So is one that was given
    the value, and computes only this side.
    """
    read, other = term.read, term.other
    if not read or shared_calls(read, term.compared) >= len(compared):
        return ()
    depth = shared_calls(read, other)
    if depth == len(read):  # one expression computes both
        depth = min(depth, len(compared)) - 1
    while depth + 1 < len(read) and not reads_an_argument(read[depth + 1], graph.sources):
        depth += 1
    return read[: depth + 1]
