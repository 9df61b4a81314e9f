"""A prediction that is the same for every sample, because an operation has dropped all that differs between them."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad import ops
from whygrad.causes._silent import SilentCause
from whygrad.evidence.values import EqualPredictions
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 3  # passes, and steps between them: layers may begin with zeros
ATTENTION = frozenset({"multi_head_attention_forward", "scaled_dot_product_attention"})


class ConstantPrediction(SilentCause):
    name = "constant-prediction"
    kind = QueryKind.TRAINING
    yields_to = ("zero-derivative", "zero-gradient", "multiplied-by-zero", "saturated-value", "always-dropping")

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(EqualPredictions):
            if seen.passes < SEVERAL or seen.stages < SEVERAL or not seen.chain or not seen.loss:
                continue
            is_apart = seen.also and seen.also[-1] != seen.chain[-1]
            path = [Step("", seen.also[-1], "the same for all samples too")] if is_apart else []
            path.append(Step("", seen.loss[-1], "compares equal predictions with different targets"))
            facts = {"op": seen.op, "samples": seen.samples, "passes": seen.passes}
            # What mixes samples or positions may leave the same for all.
            because = ("wrong-dimension",)
            yield Finding(self.name, "warning", "observed", seen.chain, tuple(path), facts=facts, follows_from=because)

    def subject(self, finding: Finding) -> str:
        return "the prediction does not depend on the sample"

    def clause(self, finding: Finding) -> str:
        samples, passes = finding.facts["samples"], finding.facts["passes"]
        act = ops.canonical(finding.facts["op"])
        what = "attention" if act in ATTENTION else f"`{ops.shown(ops.spelling(finding.facts['op']))}`"
        return f"{what} returns the same values for all {samples} samples, at all {passes} inspected steps"

    def label(self, finding: Finding) -> str:
        return "what differs between the samples is lost here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        act = ops.canonical(finding.facts["op"])
        if act in ATTENTION:
            return (
                "check that the mask hides the padding and not the data: `True` in `key_padding_mask` hides a position",
            )
        return ()
