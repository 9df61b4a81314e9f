"""A freeze is undone before it matters: a line unfreezes everything, or what was frozen is replaced."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.holdings import ReplacedFrozen
from whygrad.evidence.of_one_cause.woken_statistics import ChosenFreezeUndone, UndoneFreeze
from whygrad.finding import Finding, Step
from whygrad.graph.sites import ordered_at, up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place, QueryKind
from whygrad.source.chains import shared_calls
from whygrad.source.patterns.blocks import always_follows, has_loop_between
from whygrad.source.sharing.replaced import replaces_what_was_frozen

STEPS = 4


class UndoneFreezeCause(SilentCause):
    name = "undone-freeze"
    kind = QueryKind.TRAINING
    also = "also trained"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(UndoneFreeze):
            # Code that freezes by default may well be told to train everything.
            if seen.frozen and seen.unfrozen and always_follows(seen.frozen, seen.unfrozen, graph.sources):
                frozen = up_to_parting(seen.frozen, seen.unfrozen)
                chain = up_to_parting(seen.unfrozen, seen.frozen)
                steps = [(frozen, "frozen here"), (seen.grafted, "new parts are put in here")]
                path = tuple(Step("", step[-1], label) for step, label in steps if step)
                yield Finding(self.name, "warning", "observed", chain, path, seen.trained)
        for chosen in graph.evidence(ChosenFreezeUndone):
            # What creates them may freeze them by default, and a stage of no steps needs no freeze.
            is_default = shared_calls(chosen.made, chosen.frozen) > shared_calls(chosen.frozen, chosen.unfrozen)
            if is_default or not chosen.made or has_loop_between(chosen.frozen, chosen.unfrozen, graph.sources):
                continue
            if always_follows(chosen.frozen, chosen.unfrozen, graph.sources):
                chain = ordered_at(graph.sources, chosen.unfrozen, chosen.frozen)
                path = (Step("", up_to_parting(chosen.frozen, chosen.unfrozen)[-1], "frozen here"),)
                yield Finding(self.name, "warning", "observed", chain, path, chosen.trained, facts={"chosen": True})
        yield from self._replaced(graph)

    def _replaced(self, graph: UncutGraph) -> Iterator[Finding]:
        met: dict[tuple[Place, Place], list[ReplacedFrozen]] = {}
        for new in graph.evidence(ReplacedFrozen):
            if new.steps >= STEPS and new.frozen and new.put:
                met.setdefault((new.frozen[-1], new.put[-1]), []).append(new)
        for (frozen, put), each in met.items():
            if replaces_what_was_frozen(frozen, put, graph.sources):
                path, lost = (Step("", frozen, "frozen here"),), tuple(new.name for new in each if new.name)
                facts = {"steps": min(new.steps for new in each)}
                yield Finding(self.name, "warning", "observed", each[0].put, path, lost, facts=facts)

    def subject(self, finding: Finding) -> str:
        verb = "is" if len(finding.lost) == 1 else "are"
        if "steps" in finding.facts:
            return f"{counted(finding.lost)} {verb} trained, at {finding.facts['steps']} inspected steps"
        return f"{counted(finding.lost)} {verb} frozen and then trained after all"

    def clause(self, finding: Finding) -> str:
        if "steps" in finding.facts:
            return "a frozen parameter was replaced by a new one, before any backward pass"
        return "this line unfreezes everything that was frozen, before any backward pass"

    def label(self, finding: Finding) -> str:
        if "steps" in finding.facts:
            return "puts in a new parameter, which requires a gradient"
        return "sets `requires_grad` to True for all of them again"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "steps" in finding.facts:
            return ("create it with `nn.Parameter(…, requires_grad=False)`, or freeze it after this line",)
        if "chosen" in finding.facts:
            return ("delete this line, or freeze after it; to train everything, delete the line that freezes",)
        return (
            "delete this line, because the new parts already require a gradient; or, to train everything, delete the "
            "line that freezes",
        )
