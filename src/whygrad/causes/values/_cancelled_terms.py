"""Terms of a loss that train nothing, or each other's opposite, while what is behind them learns from other terms."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import counted
from whygrad.evidence.terms import CancelledTerm, OppositeTerms
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph

SEVERAL = 2  # passes at which a structure was seen
FEW_PASSES = 4  # and at which values cancelled out
LONGEST = 60  # of a text that is quoted
NAME = "cancelled-gradient"
ALSO = "also affected"


def cancelled_terms(graph: UncutGraph) -> Iterator[Finding]:
    told = set()
    for seen in graph.evidence(CancelledTerm):
        if seen.passes < SEVERAL or not seen.difference or not seen.term or seen.difference[-1] in told:
            continue
        told.add(seen.difference[-1])
        text = " ".join(graph.text(seen.difference[-1]).split())
        apart = seen.term[-1] != seen.difference[-1]
        path = (
            (Step("", seen.term[-1], "this term is computed from the difference, and trains nothing"),) if apart else ()
        )
        facts = {"term": "cancelled", "code": text if len(text) <= LONGEST else "", "passes": seen.passes}
        yield Finding(
            NAME, "warning", "observed", seen.difference, path, _once(seen.names), facts, wording=Wording(ALSO)
        )
    for both in graph.evidence(OppositeTerms):
        if both.passes < FEW_PASSES or not both.one or not both.other or both.one[-1] == both.other[-1]:
            continue
        path = (Step("", both.other[-1], "the opposite gradient comes from here"),)
        facts = {"term": "trains" if both.trains else "opposite", "code": "", "passes": both.passes}
        yield Finding(NAME, "warning", "observed", both.one, path, _once(both.names), facts, wording=Wording(ALSO))


def _once(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def subject(finding: Finding) -> str:
    learns = "learns" if len(finding.lost) <= 1 else "learn"
    if finding.facts["term"] == "cancelled":
        return f"{counted(finding.lost)} {learns} nothing from one term of the loss"
    return f"{counted(finding.lost)} {learns} nothing from a value that two terms of the loss use"


def clause(finding: Finding) -> str:
    if finding.facts["term"] == "cancelled":
        where = f"in `{finding.facts['code']}`" if finding.facts["code"] else "in a difference"
        return f"both sides have the same gradient, which cancels out {where}"
    return "the gradients of the two terms are opposite and cancel out"


def label(finding: Finding) -> str:
    if finding.facts["term"] == "cancelled":
        return "the gradients of both sides cancel out here"
    if finding.facts["term"] == "trains":
        return "the value enters a term that also trains its own weight"
    return "the value enters one of the two terms here"


def notes(finding: Finding) -> tuple[str, ...]:
    return (f"this happened at all {finding.facts['passes']} inspected passes",)


def helps(finding: Finding) -> tuple[str, ...]:
    if finding.facts["term"] == "cancelled":
        return ("`.detach()` the side that should be a constant",)
    if finding.facts["term"] == "trains":
        return ("`.detach()` the value here, so that this term trains only its own weight",)
    return ("`.detach()` the value in the term that should not train it",)
