"""Random draws: `dist.sample()`, `multinomial`, `bernoulli`; no gradient goes back to what they were drawn from."""

from __future__ import annotations

from whygrad.causes._base import Cause, node_cut
from whygrad.causes._steering import is_sampling
from whygrad.diagnostic import Edit
from whygrad.finding import Finding
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import DRAWING
from whygrad.source.files import SourceFiles


class SampledValue(Cause):
    name = "sampled-value"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if node.act not in DRAWING or node.requires_grad or node.kind != "operation":
            return None
        return node_cut(self, node, index, Plausibility.NO_DERIVATIVE)

    def switch_cut(self, graph: UncutGraph, index: int, switch: int) -> Cut | None:
        which = graph.switch(switch)
        return Cut(self.name, which.chain, index, Plausibility.NO_DERIVATIVE, switch) if is_sampling(which) else None

    def clause(self, finding: Finding) -> str:
        return f"`{finding.facts['code']}` draws a random value, and a draw has no derivative"

    def label(self, finding: Finding) -> str:
        return "no gradient flows back to the distribution's parameters"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("draw with `rsample()` (or `F.gumbel_softmax` for a choice), or train on `log_prob(sample) * reward`",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        # Distributions over choices have no `rsample`; only those that torch draws with `normal` surely do.
        if finding.site and finding.facts["code"] == ".sample()" and finding.facts["op"] == "normal":
            return (Edit(finding.site, ".rsample()"),)
        return ()
