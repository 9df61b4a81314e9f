"""A parameter that an optimizer holds and that took no part in any loss of this run: perhaps as it should be."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted, idle_leaves, names, puts_without_effect, reachable
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain
from whygrad.source.stores import is_carried


class IdleParameter(SilentCause):
    name = "idle-parameter"
    also = "also idle"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind != "silent":
            return
        put = {i for d in (False, True) for _, lost in puts_without_effect(graph, verdict, d) for i in lost}
        idle = [i for i in idle_leaves(graph, verdict) if i not in put]
        for chain, (part, leaves) in _around_what_runs(graph, set(idle)).items():
            idle = [i for i in idle if i not in leaves]
            yield self.finding("warning", chain, names(graph, leaves), part=part)
        if idle:
            yield self.finding("note", graph.node(idle[0]).chain, names(graph, idle), steps=graph.query.facts["steps"])

    def subject(self, finding: Finding) -> str:
        return f"{counted(finding.lost)} got no gradient in this run"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("part"):
            return f"made around `{finding.facts['part']}`, which runs without it"
        return "not part of any loss"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("part"):
            return "only the variable is new: the model still has what it had"
        return "made here, and used for no loss"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("part"):
            return ("put it into the model: `setattr(parent, name, new)`, or `parent[index] = new`",)
        return ("let the loss depend on what should learn; what should not can be left out of the optimizer",)


def _around_what_runs(graph: UncutGraph, idle: set[int]) -> dict[Chain, tuple[str, list[int]]]:
    """Where parts were made around others that run without them: `layer = Adapter(layer)`, and nothing more."""
    used = reachable(graph)
    found: dict[Chain, tuple[str, list[int]]] = {}
    for wrapper in graph.query.facts["wrappers"]:
        own = wrapper["own"]
        chain = graph.node(own[0]).chain if own else ()
        while len(chain) > 1 and chain[-1].function.rpartition(".")[2] == "__init__":
            chain = chain[:-1]
        runs = any(i in used or graph.users.get(i) for i in own)
        around = chain and idle.issuperset(own) and not runs and used.intersection(wrapper["shared"])
        if around and is_carried(chain[-1], graph.sources):
            found.setdefault(chain, (wrapper["part"], []))[1].extend(own)
    return found
