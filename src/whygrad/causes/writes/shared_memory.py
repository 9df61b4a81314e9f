"""Two parameters in the same memory: each step moves both twice."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.tensors import OverlappingParameters, ShadowOfParameter, TakenMemory
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain


class SharedMemory(SilentCause):
    name = "shared-memory"
    also = "also overwritten"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for overlap in graph.evidence(OverlappingParameters):
            chain = graph.node(overlap.at).birth if overlap.at is not None else ()
            yield self.finding("warning", chain, names=[n for n in overlap.names if n])

        for taken in graph.evidence(TakenMemory):
            if taken.leaf is not None:
                chain, names = graph.node(taken.leaf).chain, [taken.name] if taken.name else []
                yield self.finding("warning", chain, names, data=taken.data, taken=True)

        groups: dict[Chain, list[ShadowOfParameter]] = {}
        for shadow in graph.evidence(ShadowOfParameter):
            groups.setdefault(shadow.made, []).append(shadow)
        for chain, shadows in groups.items():
            written = shadows[0].written
            path = (Step("", written[-1], "writes to the parameter too"),) if written else ()
            lost = tuple(dict.fromkeys(s.name for s in shadows if s.name))
            yield Finding(self.name, "warning", "observed", chain, path, lost, {"shadow": True})

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("shadow"):
            return f"{counted(finding.lost)} {'is' if len(finding.lost) < 2 else 'are'} overwritten"
        if finding.facts.get("taken"):
            data = f"`{finding.facts['data']}`" if finding.facts["data"] else "a tensor that is not a parameter"
            return f"{counted(finding.lost)} shares the memory of {data}"
        names = finding.facts["names"]
        if len(names) == 2:
            return f"`{names[0]}` and `{names[1]}` are two parameters that share memory"
        return "two parameters share memory"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("shadow"):
            return "the running average shares the parameter's memory, so it is averaged with itself"
        if finding.facts.get("taken"):
            return "each step of the optimizer changes that tensor too, and the loss is computed from it"
        return "each optimizer step updates these values twice, once per parameter"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("shadow"):
            return "the same memory, not a copy"
        if finding.facts.get("taken"):
            return "creates a parameter that shares the memory of its source tensor"
        return "a separate parameter that shares the other's memory"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("shadow"):
            return ("copy the values: `.detach().clone()`",)
        if finding.facts.get("taken"):
            return ("copy the values: `nn.Parameter(….clone())`",)
        return (
            "to share it, assign the parameter itself; to start from its values, copy them: `nn.Parameter(….clone())`",
        )
