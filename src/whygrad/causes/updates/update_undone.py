"""Each update is overwritten before the next pass: the parameters are always the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.rewritten_values import (
    AverageLeft,
    CarriedUpdates,
    EndedEpisodes,
    RewrittenValues,
    SnappedValues,
)
from whygrad.evidence.of_one_cause.same_memory import ComputedInState
from whygrad.evidence.steps import OptimizerRun, UndoneUpdate
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import REDRAWING, canonical
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.chains import shared_calls
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.loops import share_a_loop

STEPS = 2
LOOKS = 4  # steps after which the parameters were rounded
MOST_OF_THEM = 0.75  # of the elements that steps have changed
LOST = "also overwritten"
STARTING = REDRAWING | {"fill", "zero", "constant", "eye", "zeros", "ones"}


class UpdateUndone(SilentCause):
    name = "update-undone"
    kind = QueryKind.TRAINING
    also = "also unchanged"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        groups: dict[Chain, list[UndoneUpdate]] = {}
        intended = _ends_of_episodes(graph) | _carried_on(graph)
        for optimizer in graph.evidence(OptimizerRun):
            for undone in optimizer.undone:
                if undone.steps >= STEPS and undone.chain not in intended:
                    chain = _to_blame(undone.chain, undone.by, optimizer.latest_step)
                    groups.setdefault(chain, []).append(undone)
        for chain, members in groups.items():
            left, steps = max(m.left for m in members), min(m.steps for m in members)
            lost = [m.name for m in members if m.name]
            drawn = all(canonical(m.by) in REDRAWING for m in members)
            yield self.finding("warning" if left else "error", chain, lost, steps=steps, left=left, drawn=drawn)
        computed = {state.chain[-1:] for state in graph.evidence(ComputedInState)}  # told as a copy that is none
        told = {chain[-1:] for chain in groups} | computed
        rewritten = list(self._rewritten(graph, told))
        yield from rewritten
        told |= {finding.chain[-1:] for finding in rewritten}
        yield from self._left_averages(graph, told)
        yield from self._snapped(graph, told)

    def _left_averages(self, graph: UncutGraph, told: set[Chain]) -> Iterator[Finding]:
        """What an average took the place of, while the program had stored the trained values to give them back."""
        groups: dict[Chain, list[AverageLeft]] = {}
        for left in graph.evidence(AverageLeft):
            if left.chain:
                groups.setdefault(left.chain, []).append(left)
        for writing, members in groups.items():
            chain = _called_to_write(writing, members[0].step, graph.sources)
            if told.isdisjoint((chain[-1:], writing[-1:])):
                path = (Step("", writing[-1], "writes them here"),) if chain != writing else ()
                facts = {"steps": 0, "left": 0.0, "drawn": False, "stored": max(m.times for m in members)}
                severity = "warning" if any(m.restores for m in members) else "note"  # some train on from it on purpose
                found = self.finding(severity, chain, [m.name for m in members if m.name], Wording(LOST), **facts)
                yield replace(found, path=path)

    def _rewritten(self, graph: UncutGraph, told: set[Chain]) -> Iterator[Finding]:
        """What several steps have changed is overwritten, again and again."""
        groups: dict[Chain, list[RewrittenValues]] = {}
        intended = _ends_of_episodes(graph) | _carried_on(graph)
        for written in graph.evidence(RewrittenValues):
            if written.times >= STEPS and written.chain not in intended:
                chain = _to_blame(written.chain, written.by, written.step)
                groups.setdefault(chain, []).append(written)
        for writing, members in groups.items():
            chain = _called_to_write(writing, members[0].step, graph.sources)
            if told.isdisjoint((chain[-1:], writing[-1:])):
                path = (Step("", writing[-1], "writes them here"),) if chain != writing else ()
                lost = [m.name for m in members if m.name]
                drawn = any(canonical(m.by) in REDRAWING for m in members)
                near = any(m.left for m in members)
                times, steps = max(m.times for m in members), max(m.steps for m in members)
                facts = {"steps": steps, "left": 0.0, "drawn": drawn, "times": times, "near": near}
                facts["averaged"] = max(m.averaged for m in members)
                yield replace(self.finding("warning", chain, lost, Wording(LOST), **facts), path=path)

    def _snapped(self, graph: UncutGraph, told: set[Chain]) -> Iterator[Finding]:
        """What is rounded to a few values between steps, while the steps start from the rounded ones."""
        groups: dict[Chain, list[SnappedValues]] = {}
        for snapped in graph.evidence(SnappedValues):
            if snapped.looks >= LOOKS and snapped.share >= MOST_OF_THEM and snapped.chain:
                groups.setdefault(snapped.chain, []).append(snapped)
        for writing, members in groups.items():
            chain = _called_to_write(writing, members[0].step, graph.sources)
            if told.isdisjoint((chain[-1:], writing[-1:])):
                path = (Step("", writing[-1], "writes them here"),) if chain != writing else ()
                lost = [m.name for m in members if m.name]
                share, values = min(m.share for m in members), max(m.values for m in members)
                facts = {
                    "steps": min(m.looks for m in members),
                    "left": 0.0,
                    "drawn": False,
                    "share": share,
                    "values": values,
                }
                found = self.finding("warning", chain, lost, Wording("also rounded"), **facts)
                yield replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        if share := finding.facts.get("share"):
            lose, their = ("loses", "its") if len(finding.lost) < 2 else ("lose", "their")
            much = "all" if share == 1 else f"at least {int(100 * share)}%"
            return f"{counted(finding.lost)} {lose} {much} of {their} updates"
        if finding.facts.get("averaged"):
            return f"{counted(finding.lost)} {_verb(finding)} little"
        if finding.facts.get("stored"):
            return f"{counted(finding.lost)} {'loses its' if len(finding.lost) < 2 else 'lose their'} trained values"
        if finding.facts["left"] or finding.facts.get("near"):
            return f"{counted(finding.lost)} {_verb(finding)} almost nothing"
        return f"{counted(finding.lost)} never {'changes' if len(finding.lost) < 2 else 'change'} permanently"

    def clause(self, finding: Finding) -> str:
        if values := finding.facts.get("values"):
            few = f"a few values ({values} among the inspected elements)"
            return f"a write after each `step()` rounds to {few}, and the next step starts from these"
        if times := finding.facts.get("stored"):
            what = "the stored trained values were not restored before the next pass"
            return f"a running average was written to the model between steps, and {what}, at least {times} times"
        if finding.facts["left"]:
            share = f"{100 * finding.facts['left']:.2g}%"
            return f"at most {share} of the change that `step()` made was left when the next pass began"
        times = finding.facts.get("times")
        if kept := finding.facts.get("averaged"):
            what = f"leaves at most {100 * kept:.2g}% of what {finding.facts['steps']} steps had changed"
            return f"an average of earlier values was written {times} times between steps, which {what}"
        if times:
            almost, nearly = ("almost ", "nearly all of ") if finding.facts["near"] else ("", "")
            how = "new values were drawn" if finding.facts["drawn"] else f"{almost}the same values were written"
            what = f"{nearly}what {finding.facts['steps']} steps had changed"
            return f"{how} {times} times between steps, which discards {what}"
        if finding.facts["drawn"]:
            return "new values were drawn after `step()`, before the next pass"
        return "the old values were restored after `step()`, before the next pass"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("values"):
            return "rounds the values that the optimizer just updated"
        if finding.facts["drawn"]:
            return "initialises the parameters again"
        return "overwrites the values that the optimizer just updated"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("times") or finding.facts.get("stored"):
            return ()
        return (f"this happened at all {finding.facts['steps']} inspected steps",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("values"):
            return (
                "leave the parameters as they are, and compute with a rounded copy of them: "
                "`torch.func.functional_call(module, rounded, …)`",
            )
        if finding.facts.get("stored"):
            return ("restore the stored values before the next pass, or write the average to a copy of the model",)
        if finding.facts.get("times") and not finding.facts["drawn"]:
            return ("restore the trained values before the next pass, or do not overwrite them while training",)
        if finding.facts["drawn"]:
            return ("initialise the parameters once, before training starts",)
        return ("restore old values only before training starts; update a target network from the trained model",)


def _ends_of_episodes(graph: UncutGraph) -> set[Chain]:
    """The lines that set a model back when what it has learnt has served: of the first time not all is known."""
    return {e.chain for e in graph.evidence(EndedEpisodes) if e.used >= max(1, e.times - 1)}


def _carried_on(graph: UncutGraph) -> set[Chain]:
    """The lines that set a parameter back when another value has taken over what it has learnt."""
    return {c.chain for c in graph.evidence(CarriedUpdates) if c.carried >= max(1, c.times - 1)}


def _verb(finding: Finding) -> str:
    return "learns" if len(finding.lost) < 2 else "learn"


def _to_blame(chain: Chain, by: str, step: Chain) -> Chain:
    """What copies is shown itself; starting values are set by a function that is well, and called too often.

    Then it is the call in `forward`, else the one beside the call of `step()`.
    """
    if canonical(by) not in STARTING:
        return chain
    inside = [at for at, place in enumerate(chain) if _function(place) == "forward"]
    together = shared_calls(chain, step)
    return chain[: inside[-1] + 1] if inside else chain[: together + 1]


def _called_to_write(writing: Chain, step: Chain, sources: SourceFiles) -> Chain:
    """The call of a function that writes one parameter after the other: it does what it is for, as a library would."""
    together = shared_calls(writing, step)
    is_called = len(writing) > together + 1 and share_a_loop(writing[-1], writing[-1], sources)
    return writing[:-1] if is_called else writing


def _function(place: Place) -> str:
    return place.function.rpartition(".")[2]
