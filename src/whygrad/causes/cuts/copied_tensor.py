"""Copies that are meant to stand alone: `deepcopy`, the values of a `state_dict()`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause, node_cut
from whygrad.causes._silent import counted, names
from whygrad.evidence.marks import COPYING_CALLERS, caller_in
from whygrad.evidence.modules import StrayLeaf
from whygrad.finding import Finding, Wording
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind


class CopiedTensor(Cause):
    name = "copied-tensor"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        copied = node.op == "torch.Tensor.__deepcopy__" or caller_in(node.mark) in COPYING_CALLERS
        if not copied or node.op == "torch.Tensor.clone":
            return None
        stands_alone = caller_in(node.mark) != "_save_to_state_dict"
        return node_cut(self, node, index, Plausibility.STANDS_ALONE if stands_alone else Plausibility.LIKELY)

    def leaf_cut(self, graph: UncutGraph, index: int) -> Cut | None:
        node = graph.node(index)
        if caller_in(node.mark) in COPYING_CALLERS and node.kind == "operation":
            return node_cut(self, node, index)
        loaded = caller_in(node.mark).startswith("_rebuild")
        return node_cut(self, node, index, Plausibility.LOADED_VALUE) if loaded else None

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            is_of_leaves = caller_in(finding.facts["mark"]) == "__deepcopy__" and graph.query.kind is QueryKind.SILENT
            strays = graph.evidence(StrayLeaf) if is_of_leaves else ()
            copies = tuple(names(graph, (stray.leaf for stray in strays)))
            yield (
                replace(
                    finding,
                    lost=copies,
                    facts={**finding.facts, "copies": True},
                    wording=Wording("also never updated"),
                )
                if copies
                else finding
            )

    def subject(self, finding: Finding) -> str:
        if not finding.facts.get("copies"):
            return super().subject(finding)
        one = len(finding.lost) <= 1
        return f"{counted(finding.lost)} {'gets a gradient but is' if one else 'get gradients but are'} never updated"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("copies"):
            return "a deep copy is trained, but the optimizer holds the original"
        if caller_in(finding.facts["mark"]) == "_save_to_state_dict":
            return f"`{finding.facts['root']}` is computed from values of a `state_dict()`, which are detached"
        if caller_in(finding.facts["mark"]).startswith("_rebuild"):
            return f"`{finding.facts['root']}` is computed from loaded values, which require no gradient"
        return f"`{finding.facts['root']}` is computed from a deep copy, which has no link to the original"

    def label(self, finding: Finding) -> str:
        if caller_in(finding.facts["mark"]).startswith("_rebuild"):
            return "loading returns plain values"
        if caller_in(finding.facts["mark"]) == "_save_to_state_dict":
            return "returns detached values: no gradient flows back to the parameters"
        return "the copy is independent: no gradient flows back to the original"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if caller_in(finding.facts["mark"]) == "_save_to_state_dict":
            return ("use the parameters themselves: `dict(model.named_parameters())`, or `state_dict(keep_vars=True)`",)
        if caller_in(finding.facts["mark"]).startswith("_rebuild"):
            return ("load weights into a module with `load_state_dict`; recompute features where they are trained",)
        return ("use the original, or `torch.func.functional_call` with parameters computed from it",)
