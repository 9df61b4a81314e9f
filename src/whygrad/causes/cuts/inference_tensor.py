"""A tensor made in `inference_mode` met a computation that needs gradients."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause
from whygrad.finding import Finding
from whygrad.graph.precedence import by_place
from whygrad.graph.routes import routes_from
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind
from whygrad.source.span import acting_part

FRAGMENTS = (
    "Inference tensors cannot be saved for backward",
    "Inplace update to inference tensor outside InferenceMode",
    "Setting requires_grad=True on inference tensor outside InferenceMode",
    "Cannot set version_counter for inference tensor",
    "Inference tensors do not track version counter",
)


class InferenceTensor(Cause):
    name = "inference-tensor"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or not any(f in graph.query.error for f in FRAGMENTS):
            return
        behind = routes_from(graph, graph.roots, lambda *_: ())
        made = [
            (route.order, graph.switch(s).chain)
            for index, route in behind.items()
            if (s := graph.node(index).switch) is not None and graph.switch(s).kind == "inference_mode"
        ]
        chain = min(made, key=lambda pair: (pair[0], by_place(pair[1])))[1] if made else graph.query.chain
        if made and chain:
            chain = (*chain[:-1], acting_part(chain[-1], graph.sources))
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="observed" if made else "unknown",
            chain=chain,
            facts={"seen": bool(made)},
        )

    def subject(self, finding: Finding) -> str:
        return "a tensor created in `torch.inference_mode()` is used outside it"

    def clause(self, finding: Finding) -> str:
        return "autograd can neither save such a tensor for the backward pass nor track changes to it"

    def label(self, finding: Finding) -> str:
        return "created in this mode" if finding.facts["seen"] else "used here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("use `torch.no_grad()` for values that training uses later, or `.clone()` the tensor outside the mode",)
