"""Reentrant checkpointing whose inputs need no gradient: nothing inside the checkpointed part gets one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause
from whygrad.diagnostic import Edit
from whygrad.finding import Finding, Step
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import calls_with


class ReentrantCheckpoint(Cause):
    name = "reentrant-checkpoint"
    inferred = "whygrad observed that the call is reentrant; the line that makes it so is inferred from the source"

    def switch_cut(self, graph: UncutGraph, index: int, switch: int) -> Cut | None:
        which = graph.switch(switch)
        return Cut(self.name, which.chain, index, switch=switch) if which.kind == "checkpoint" else None

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            yield _where_it_is_said(graph, finding)

    def clause(self, finding: Finding) -> str:
        return "reentrant checkpointing runs its function without gradients when no input requires one"

    def label(self, finding: Finding) -> str:
        return "makes the checkpoint reentrant" if finding.facts.get("said") else "no input requires a gradient"

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


def _where_it_is_said(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding at the one call that says `use_reentrant=True`, where a variable stands for the checkpoint."""
    site = finding.site
    if site is None or "checkpoint" in graph.text(site):
        return finding
    said = calls_with("use_reentrant", True, graph.recording.sources, graph.sources)
    if len(said) != 1:
        return finding
    called = Step("checkpoint", site, "no input requires a gradient")
    facts = {**finding.facts, "said": True, "text": graph.text(said[0]), "code": graph.text(said[0])}
    chain = (*finding.chain, said[0])
    return replace(finding, evidence="inferred", chain=chain, path=(called, *finding.path), facts=facts)
