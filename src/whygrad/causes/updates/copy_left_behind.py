"""A copied network follows its original in part: what the update leaves out keeps its first values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._own_loads import loads_in_vain
from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.lost_averages import AverageNeverUpdated, CopyGivenItself, CopyLeft, StatisticsLeft
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.patterns.loops import goes_through_arguments

SEVERAL = 2  # losses
OFTEN = 3  # times that a copy was put in place of the parameters
Left = CopyLeft | CopyGivenItself


class CopyLeftBehind(SilentCause):
    name = "copy-left-behind"
    kind = QueryKind.TRAINING
    also = "also left out"
    yields_to = ("self-load",)  # which may be why the copy stays as it is

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        yield from self._of_statistics(graph)
        yield from self._of_averages(graph)
        groups: dict[Chain, list[Left]] = {}
        left: list[Left] = [*graph.evidence(CopyLeft)]
        if not loads_in_vain(graph):  # else these are told there: they would follow if their originals were loaded
            left += graph.evidence(CopyGivenItself)
        for seen in left:
            if seen.chain:
                groups.setdefault(seen.chain, []).append(seen)
        for writing, members in groups.items():
            # What writes whatever it is given does what it is for: it is called for too few.
            is_helper = len(writing) > 1 and goes_through_arguments(writing[-1], graph.sources)
            chain = writing[:-1] if is_helper else writing
            path = (Step("", writing[-1], "writes those here"),) if is_helper else ()
            lost = [m.name for m in members if m.name]
            of = next(((m.name, m.original) for m in members if m.name and m.original), None)
            found = self.finding("warning", chain, lost, of=of, passes=max(m.passes for m in members))
            yield replace(found, path=path)

    def _of_statistics(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(StatisticsLeft):
            if seen.chain and seen.passes >= SEVERAL:
                yield self.finding("warning", seen.chain, (), of=None, passes=seen.passes, layers=seen.layers)

    def _of_averages(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(AverageNeverUpdated):
            if seen.chain and seen.times >= OFTEN:
                path = tuple(Step("", place, "swaps the copy in for the parameters") for place in seen.put[-1:])
                found = self.finding("warning", seen.chain, (), put=seen.times, steps=seen.steps)
                yield replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("put"):
            return "the copy that the program swaps in for the parameters never changes"
        if layers := finding.facts.get("layers"):
            which = "a batch norm" if layers == 1 else f"{layers} batch norms"
            return f"the running statistics of {which} in a copied network never change"
        return f"{counted(finding.lost)} never {'changes' if len(finding.lost) < 2 else 'change'}"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("put"):
            return f"after {finding.facts['steps']} steps, it still has the values from before the first one"
        if finding.facts.get("layers"):
            return "only its parameters follow the network that learns"
        return "only other parts of the copied network follow their originals"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("put"):
            return "changes the parameters, but nothing updates the copy"
        if finding.facts.get("layers"):
            return "updates parameters, but no buffers"
        return "updates the other parts"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if times := finding.facts.get("put"):
            return (
                f"after each of {times} stretches of training, the program switched to the copy, then "
                "restored the trained values",
            )
        if finding.facts.get("layers"):
            return (f"{finding.facts['passes']} inspected losses use the statistics that the layers started with",)
        used = f"{finding.facts['passes']} inspected losses use the first values"
        if not finding.facts["of"]:
            return (used,)
        name, original = finding.facts["of"]
        return (f"`{name}` started as a copy of `{original}`, which learns; {used}",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("put"):
            return ("if the copy is a running average, update it after each step",)
        if finding.facts.get("layers"):
            return ("copy the buffers too: `for slow, fast in zip(copy.buffers(), model.buffers()): slow.copy_(fast)`",)
        if not finding.facts["of"]:
            return ("update all copied parameters together",)
        name, original = finding.facts["of"]
        others = ", and the others likewise" if len(finding.lost) > 1 else ""
        return (f"update `{name}` from `{original}` too{others}",)
