"""A parameter with a batch dimension: each position in a batch has its own part, and samples share nothing."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import leaf_name
from whygrad.causes._silent import SilentCause
from whygrad.evidence.tensors import SlotParameter
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 2  # passes


class SlotParameterCause(SilentCause):
    name = "slot-parameter"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for seen in graph.evidence(SlotParameter):
            made = graph.node(seen.leaf).birth if seen.leaf is not None else ()
            chain = made or seen.chain
            if seen.passes < SEVERAL or not chain or (seen.leaf, chain[-1]) in told:
                continue
            told.add((seen.leaf, chain[-1]))
            met = seen.chain[-1:] if made else ()
            path = tuple(Step("", at, "each sample meets the part at its position in the batch") for at in met)
            name = seen.name or (leaf_name(graph, seen.leaf) if seen.leaf is not None else "")
            facts = {"name": name, "shape": seen.shape, "op": seen.op, "passes": seen.passes}
            yield Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        name = finding.facts["name"]
        return f"{f'`{name}`' if name else 'a parameter'} has separate values for each position in a batch"

    def clause(self, finding: Finding) -> str:
        return f"`{finding.facts['op']}` pairs its {finding.facts['shape'][0]} parts with the samples by position"

    def label(self, finding: Finding) -> str:
        return f"the first of its dimensions {finding.facts['shape']} is the batch size"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (
            "different batches met it: what a part learns from one sample, it applies to whichever sample comes to the "
            "same position",
        )

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("leave the batch dimension out, so that all samples share the parameter",)
