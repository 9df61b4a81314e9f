"""A state dict is loaded with `strict=False`, and no key of it fits the module, which keeps its values."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.self_loads import UnmatchedLoad
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.dropped import is_only_told


class UnmatchedLoadCause(SilentCause):
    name = "unmatched-load"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(UnmatchedLoad):
            # Who asks for the keys that did not fit knows of them, and may do without the file.
            if seen.chain and is_only_told(seen.chain[-1], graph.sources):
                yield self.finding("warning", seen.chain, seen=seen)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['seen'].kind}` keeps the values it had before `load_state_dict`"

    def clause(self, finding: Finding) -> str:
        seen: UnmatchedLoad = finding.facts["seen"]
        given = (
            f"none of the {seen.given} keys in the state dict is" if seen.given > 1 else "the state dict's key is not"
        )
        wanted = f"among the {seen.wanted} keys" if seen.wanted > 1 else "the only key"
        return f"{given} {wanted} of the module"

    def label(self, finding: Finding) -> str:
        return "loads nothing, and `strict=False` hides it"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        seen: UnmatchedLoad = finding.facts["seen"]
        return (f"the state dict has `{seen.key}`, the module expects `{seen.slot}`",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        seen: UnmatchedLoad = finding.facts["seen"]
        if not seen.alike:
            return ("pass a state dict with the module's own keys; a checkpoint may hold it under one of its keys",)
        each = "each key" if seen.alike == seen.given else f"the keys, so that {seen.alike} of the {seen.given} match"
        if len(seen.slot) > len(seen.key):
            prefix = seen.slot[: -len(seen.key)]
            return (f"load it into the module's `{prefix.removesuffix('.')}`, or put `{prefix}` in front of {each}",)
        return (f"remove `{seen.key[: -len(seen.slot)]}` from {each}",)
