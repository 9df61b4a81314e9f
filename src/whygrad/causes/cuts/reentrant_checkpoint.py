"""Reentrant checkpointing whose inputs need no gradient: nothing inside the checkpointed part gets one."""

from __future__ import annotations

from whygrad.causes._base import Cause
from whygrad.diagnostic import Edit
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.source.files import SourceFiles


class ReentrantCheckpoint(Cause):
    name = "reentrant-checkpoint"

    def switch_cut(self, graph: UncutGraph, index: int, switch: int) -> Cut | None:
        which = graph.switch(switch)
        return Cut(self.name, which.chain, index, switch=switch) if which.kind == "checkpoint" else None

    def clause(self, finding: Finding) -> str:
        return "reentrant checkpointing runs its function without gradients when no input requires one"

    def label(self, finding: Finding) -> str:
        return "no input requires a gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "pass `use_reentrant=False`; or make the input require a gradient "
            "(`x.requires_grad_()`, `model.enable_input_require_grads()` in transformers)",
        )

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        text = finding.facts["text"]
        if finding.site and text.count("use_reentrant=True") == 1:
            return (Edit(finding.site, text.replace("use_reentrant=True", "use_reentrant=False")),)
        return ()
