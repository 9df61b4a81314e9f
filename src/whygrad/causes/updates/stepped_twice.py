"""Two steps use the gradients of one pass: two optimizers hold the same parameters, or one steps twice."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.terms import GradientUsedTwice, SumUsedTwice
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind


class SteppedTwice(SilentCause):
    name = "stepped-twice"
    drives = True
    kind = QueryKind.TRAINING
    also = "also updated twice"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told: set[Chain] = set()
        sums = {(summed.first, summed.again): summed for summed in graph.evidence(SumUsedTwice)}
        for seen in graph.evidence(GradientUsedTwice):
            summed = sums.get((seen.first, seen.again))
            if summed is not None and all(summed.alone) and all(summed.passes):
                if (found := _of_sum(seen, summed)).chain not in told:
                    told.add(found.chain)
                    yield found
                continue
            chain = _site(seen)
            if not chain or chain in told:
                continue
            told.add(chain)
            others = [made for made in seen.optimizers if made != chain] if len(seen.optimizers) > 1 else []
            steps = [(seen.first, "the first step"), (seen.again, "the second step")]
            shown = [*((made, "holds them too") for made in others), *steps]
            path = tuple(Step("", at[-1], label) for at, label in shown if at and at[-1] != chain[-1])
            facts = {"two": len(seen.optimizers) > 1, "times": seen.times, "loop": seen.first == seen.again}
            yield Finding(self.name, "warning", "observed", chain, path, seen.names, facts)

    def subject(self, finding: Finding) -> str:
        verb = "is" if len(finding.lost) == 1 else "are"
        return f"{counted(finding.lost, 'parameters')} {verb} updated twice with the same gradient"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("sum"):
            return "two optimizers hold the same parameters, and each steps with the gradients of both losses"
        if finding.facts["two"]:
            return "two optimizers hold the same parameters, and both step after the same backward pass"
        return "`step()` runs again before the next backward pass"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("sum"):
            return "adds its gradients to those of the previous pass, which no step has used yet"
        if finding.facts["two"]:
            return "holds parameters that another optimizer holds too"
        return "steps again and again with the same gradients" if finding.facts["loop"] else "steps a second time"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"this happened {finding.facts['times']} times",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("sum"):
            return (
                "compute the gradients of each loss separately, and let its optimizer step with those only; if both "
                "losses should train the shared parameters, pass these to one optimizer only",
            )
        if finding.facts["two"]:
            return ("give each parameter to one optimizer",)
        return ("call `step()` once after each backward pass",)


def _of_sum(seen: GradientUsedTwice, summed: SumUsedTwice) -> Finding:
    """Each optimizer has parameters of its own, and each loss has a pass: what they share learns from both."""
    chain, before = summed.passes[-1], summed.passes[-2]
    labels = {before[-1]: "the previous pass", seen.first[-1]: "the first step", seen.again[-1]: "the second step"}
    path = tuple(Step("", place, label) for place, label in labels.items() if place != chain[-1])
    facts = {"two": True, "sum": True, "times": seen.times, "loop": False}
    return Finding(SteppedTwice.name, "warning", "observed", chain, path, seen.names, facts)


def _site(seen: GradientUsedTwice) -> Chain:
    """Of two optimizers the one that holds more than the other, or was made later. Of one its second step."""
    if len(seen.optimizers) == 1:
        return seen.again
    one, other = seen.held
    return seen.optimizers[0] if one > other else seen.optimizers[1]
