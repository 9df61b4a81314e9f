"""Second derivatives of a sum of first derivatives: the mixed ones are added to the others."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.terms import MixedPartials
from whygrad.finding import Finding, Step
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind


class MixedPartialsCause(SilentCause):
    name = "mixed-partials"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for seen in graph.evidence(MixedPartials):
            # A helper that takes both derivatives is right for the first.
            is_one = bool(seen.chain and seen.first) and seen.chain[-1] == seen.first[-1]
            chain, first = seen.chain, seen.first
            if is_one:
                chain, first = up_to_parting(chain, first), up_to_parting(first, chain)
            if not chain or chain[-1] in told:
                continue
            told.add(chain[-1])
            path = (Step("", first[-1], "takes the first derivatives"),) if first and first[-1] != chain[-1] else ()
            facts = {"columns": seen.columns, "share": seen.share}
            yield Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return "mixed derivatives are added to the second derivatives"

    def clause(self, finding: Finding) -> str:
        return f"the sum of all {finding.facts['columns']} first derivatives is differentiated at once"

    def label(self, finding: Finding) -> str:
        return "each element of the result is the sum of a row of the Hessian"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (
            "the mixed derivatives are not zero: whygrad gave the first derivatives different weights, and the "
            "result changed by more than those weights",
        )

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "differentiate each first derivative on its own and keep its own column: "
            "`grad(g[:, i].sum(), x, create_graph=True)[0][:, i]`",
        )
