"""`target.detach()` as a statement: it leaves the tensor as it is, and the loss still differentiates through it."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, reachable
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place
from whygrad.source.values.dropped_cuts import DroppedCut, dropped_cuts


class DroppedDetach(SilentCause):
    name = "dropped-detach"
    inferred = (
        "whygrad observed that the value carries a gradient to the loss, "
        "and infers from the source that `.detach()` should stop it"
    )

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        program, passed = graph.recording.sources, _passed(graph)
        cuts = dropped_cuts([file for file in program if file in passed], program, graph.sources)
        learning = [i for i in sorted(reachable(graph)) if graph.node(i).requires_grad] if cuts else []
        for cut in cuts:
            used = next((place for i in learning if (place := _used(graph, cut, i)) is not None), None)
            if used is not None:
                path = (Step("", used, "a gradient still passes through it"),)
                yield Finding(self.name, "warning", "inferred", (cut.call,), path, facts={"value": cut.name})

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['value']}` is not detached"

    def clause(self, finding: Finding) -> str:
        return "`.detach()` returns a new tensor that nothing uses, and the loss keeps the history of the old one"

    def label(self, finding: Finding) -> str:
        return "has no effect"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        value = finding.facts["value"]
        return (f"keep the result: `{value} = {value}.detach()`",)


def _passed(graph: UncutGraph) -> set[str]:
    """The files in which something was computed, or which called what computed it."""
    chains = {id(node.chain): node.chain for node in graph.recording.nodes}  # many have the same one
    return {place.file for chain in chains.values() for place in chain}


def _used(graph: UncutGraph, cut: DroppedCut, index: int) -> Place | None:
    """Where the value, computed by the assignment before the statement, is taken under its name after it."""
    if not cut.assigns(graph.node(index).chain):
        return None
    users = (graph.node(user) for user in graph.users.get(index, ()))
    places = (cut.reads(user.chain, graph.sources) for user in users if user.requires_grad)
    return next((place for place in places if place is not None), None)
