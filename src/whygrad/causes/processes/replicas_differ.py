"""Replicas of one module that do not stay equal on all ranks: gradients are not averaged, or are changed on some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.replicas import (
    ConvertedAfterWrapping,
    HookedTooEarly,
    NeverSynchronised,
    ReplicasDiffer,
    WrapperBypassed,
)
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind

MADE = "wrapped here"
SEVERAL = 2  # steps


class ReplicasDifferCause(SilentCause):
    name = "replicas-differ"
    also = "also not averaged"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(WrapperBypassed):
            if seen.call:
                yield self._found(seen.call, seen.wrapped, how="bypassed", steps=seen.steps)
        for change in graph.evidence(ConvertedAfterWrapping):
            if change.chain:
                kinds = {"before": change.before, "after": change.after}
                yield self._found(change.chain, change.wrapped, how="converted", **kinds)
        for late in graph.evidence(HookedTooEarly):
            if late.steps >= SEVERAL and (late.came or late.wrapped):
                found = self._found(late.came or late.wrapped, late.wrapped, how="late", steps=late.steps)
                yield replace(found, lost=late.names)
        for apart in graph.evidence(NeverSynchronised):
            if apart.steps >= SEVERAL and apart.entered:
                yield self._found(apart.entered, apart.wrapped, how="apart", steps=apart.steps)
        for differs in graph.evidence(ReplicasDiffer):
            yield self.finding("warning", differs.chain, how=differs.what, step=differs.step, ranks=differs.ranks)

    def _found(self, chain: Chain, wrapped: Chain, **facts: object) -> Finding:
        path = (Step("", wrapped[-1], MADE),) if wrapped and wrapped[-1] != chain[-1] else ()
        return Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        facts = finding.facts
        if facts["how"] == "late":
            gradients = "gradient of" if len(finding.lost) <= 1 else "gradients of"
            verb = "is" if len(finding.lost) <= 1 else "are"
            return f"the {gradients} {counted(finding.lost)} {verb} not averaged over the ranks"
        if facts["how"] in ("bypassed", "converted", "apart"):
            return "the gradients of this module are not averaged over the ranks"
        one, other = facts["ranks"]
        what = "parameters" if facts["how"] == "parameters" else "gradients"
        return f"the {what} on rank {one} and rank {other} differ at step {facts['step']}"

    def clause(self, finding: Finding) -> str:
        facts = finding.facts
        if facts["how"] == "bypassed":
            return "the call bypasses `DistributedDataParallel`, which prepares the averaging in its own `forward`"
        if facts["how"] == "late":
            return "`DistributedDataParallel` averages only parameters that required a gradient when it was created"
        if facts["how"] == "apart":
            return f"every pass before each of the {facts['steps']} steps runs inside `no_sync()`"
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
        if how == "late":
            return "starts to learn after the module was wrapped"
        if how == "apart":
            return "switches the averaging off"
        if how == "converted":
            return "replaces parameters that the wrapper has hooked"
        return "changes the gradients on this rank" if how == "written" else "this pass"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        how = finding.facts["how"]
        if how == "bypassed":
            return ("call the wrapper itself; reach other methods through its `forward`",)
        if how == "late":
            return ("wrap the module after you add and unfreeze its parameters, or wrap it again afterwards",)
        if how == "apart":
            return ("run the last pass before each `step()` outside `no_sync()`",)
        if how == "converted":
            return ("convert or move the module before you wrap it",)
        if how == "written":
            return ("do the same on every rank",)
        if how == "parameters":
            return ("start all ranks from the same values, and give their optimizers the same settings",)
        return ("run the pass through `DistributedDataParallel`, outside `no_sync()`, or average the gradients",)
