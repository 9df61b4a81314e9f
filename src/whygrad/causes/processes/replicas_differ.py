"""Replicas of one module that do not stay equal on all ranks: gradients are not averaged, or are changed on some."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.replicas import ConvertedAfterWrapping, ReplicasDiffer, WrapperBypassed
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind

MADE = "wrapped here"


class ReplicasDifferCause(SilentCause):
    name = "replicas-differ"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(WrapperBypassed):
            if seen.call:
                yield self._found(seen.call, seen.wrapped, how="bypassed", steps=seen.steps)
        for change in graph.evidence(ConvertedAfterWrapping):
            if change.chain:
                kinds = {"before": change.before, "after": change.after}
                yield self._found(change.chain, change.wrapped, how="converted", **kinds)
        for differs in graph.evidence(ReplicasDiffer):
            yield self.finding("warning", differs.chain, how=differs.what, step=differs.step, ranks=differs.ranks)

    def _found(self, chain: Chain, wrapped: Chain, **facts: object) -> Finding:
        path = (Step("", wrapped[-1], MADE),) if wrapped and wrapped[-1] != chain[-1] else ()
        return Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        facts = finding.facts
        if facts["how"] in ("bypassed", "converted"):
            return "the gradients of this module are not averaged over the ranks"
        one, other = facts["ranks"]
        what = "parameters" if facts["how"] == "parameters" else "gradients"
        return f"the {what} on rank {one} and rank {other} differ at step {facts['step']}"

    def clause(self, finding: Finding) -> str:
        facts = finding.facts
        if facts["how"] == "bypassed":
            return "the call bypasses `DistributedDataParallel`, which prepares the averaging in its own `forward`"
        if facts["how"] == "converted":
            return (
                f"it changes from {facts['before']} to {facts['after']} after `DistributedDataParallel` has hooked it"
            )
        if facts["how"] == "written":
            return "the backward pass leaves equal gradients, but the ranks then change them differently"
        if facts["how"] == "parameters":
            return "the gradients are equal, so the replicas start or step differently"
        return "the backward pass leaves different gradients on each rank"

    def label(self, finding: Finding) -> str:
        how = finding.facts["how"]
        if how == "bypassed":
            return "calls the wrapped module directly"
        if how == "converted":
            return "replaces what the wrapper has hooked"
        return "changes the gradients on this rank" if how == "written" else "this pass"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        how = finding.facts["how"]
        if how == "bypassed":
            return ("call the wrapper itself; reach other methods through its `forward`",)
        if how == "converted":
            return ("convert or move the module before you wrap it",)
        if how == "written":
            return ("do the same on every rank",)
        if how == "parameters":
            return ("start all ranks from the same values, and give their optimizers the same settings",)
        return ("run the pass through `DistributedDataParallel`, outside `no_sync()`, or average the gradients",)
