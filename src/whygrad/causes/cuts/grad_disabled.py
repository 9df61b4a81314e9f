"""Gradients switched off: `no_grad`, `inference_mode`, `set_grad_enabled(False)`; the statement is to blame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause, cut_finding, path_steps
from whygrad.evidence.marks import Unseen
from whygrad.finding import Act, Event, Finding, Wording
from whygrad.graph.kept_across import KeptAcross, kept_across
from whygrad.graph.rightful_switches import rightful_switch
from whygrad.graph.routes import Cut
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame, Verdict
from whygrad.ops import SWITCHING, shown
from whygrad.recording import Chain, QueryKind, Switch
from whygrad.source.patterns.arguments import calls_an_argument
from whygrad.source.patterns.effects import updates_in_place
from whygrad.source.span import acting_part

KEPT = (
    "whygrad observed that a value computed without gradients is used again; the line that keeps it is inferred from "
    "the source"
)


class GradDisabled(Cause):
    name = "grad-disabled"
    yields_to = ("sampled-value",)  # which switches gradients off by itself

    def switch_cut(self, graph: UncutGraph, index: int, switch: int) -> Cut | None:
        which = graph.switch(switch)
        if which.kind not in (*SWITCHING, "library"):
            return None
        return Cut(self.name, which.chain, index, switch=switch)

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if rightful_switch(graph, verdict) is not None:
            return  # `requires-grad-misuse` tells of the line that asks
        for blame in verdict.blames:
            if blame.cut.cause == self.name:
                kept = kept_across(graph, blame) if graph.query.kind is not QueryKind.ASLEEP else None
                finding = cut_finding(graph, blame)
                yield _at_the_store(graph, blame, finding, kept) if kept else _at_the_call(graph, finding)

    def clause(self, finding: Finding) -> str:
        if across := finding.facts.get("across"):
            return f"`{across.holder}` was computed while gradients were off, and `{finding.facts['root']}` uses it"
        if finding.facts.get("kept"):
            return f"`{finding.facts['kept']}` was computed without gradients in an earlier step and is still used"
        return f"{_name(finding.facts['switch'])} switched gradients off before `{finding.facts['root']}` was computed"

    def label(self, finding: Finding) -> str:
        switch: Switch = finding.facts["switch"]
        if finding.facts.get("across"):
            return "keeps the value for later calls, even if it has no gradient"
        if finding.facts.get("kept"):
            return "stores it here"
        if finding.facts.get("called"):
            return "the function called here runs its backward pass without gradients"
        if switch.decorates:
            return f"everything in `{switch.decorates}` runs without gradients"
        if switch.left_on:
            return f"switched off here, and still off when `{finding.facts['root']}` was computed"
        if switch.foreign:
            return "switches gradients off inside"
        return "nothing computed in this block has a gradient"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if isinstance(finding.facts["mark"], Unseen):
            return ()
        across: KeptAcross | None = finding.facts.get("across")
        ran = ("the marked line has also run with gradients on: that value had a gradient, and this one has none",)
        lost = f"on this path, the gradient is first lost at `{shown(finding.facts['op'])}`"
        return (lost, *(ran if across and across.ran_before else ()))

    def helps(self, finding: Finding) -> tuple[str, ...]:
        switch: Switch = finding.facts["switch"]
        if across := finding.facts.get("across"):
            return (f"clear `{across.holder}` when gradients are on again, or keep it only while they are on",)
        if finding.facts.get("kept"):
            return ("recompute it where it is trained, and cache it only during evaluation",)
        if finding.facts.get("called"):
            return ("call it with gradients on: `with torch.enable_grad(): …`",)
        root = finding.facts["root"]
        if switch.decorates:
            inside = f"compute what `{root}` needs under `with torch.enable_grad():`"
            # The updates of an optimizer's step must stay without gradients.
            is_step = switch.decorates.rpartition(".")[2] == "step"
            outside = (
                "remove the decorator" if switch.kind == "inference_mode" else f"remove the decorator, or {inside}"
            )
            return (inside if is_step else outside,)
        if switch.left_on:
            return (f"remove it, or call `torch.set_grad_enabled(True)` before `{root}` is computed",)
        if switch.foreign:
            return ("call a variant that keeps gradients, or wrap what needs one in `torch.enable_grad()`",)
        return (f"move what `{finding.facts['root']}` needs out of the block",)


def _at_the_store(graph: UncutGraph, blame: Blame, finding: Finding, kept: KeptAcross) -> Finding:
    """Where a value outlives the block that is right to have gradients off, what keeps it is to be changed."""
    switch: Switch = finding.facts["switch"]
    tell = (
        f"everything in `{switch.decorates}` runs without gradients" if switch.decorates else "gradients are off here"
    )
    off = Event(Act.USED, (*switch.chain[:-1], acting_part(switch.chain[-1], graph.sources)), tell, cures=False)
    events = (Event(Act.STORED, kept.chain), off)
    site = site_of(events, graph.sources)
    if site is None:
        return finding
    path = path_steps(graph, blame.routes[0], kept.chain[-1], finding.facts["root"])
    facts = {**finding.facts, "across": kept, "use": None}
    path = (*site.shown, *path)
    found = replace(finding, evidence="inferred", chain=site.chain, path=path, facts=facts, events=events)
    return replace(found, wording=Wording(inferred=KEPT))


def _at_the_call(graph: UncutGraph, finding: Finding) -> Finding:
    """Where the switched function calls what it was given, and that runs the pass, the call is to be changed.

    An optimizer's `step(closure)`: the rest of it writes to parameters, and is right to do so without gradients.
    """
    switch: Switch | None = finding.facts.get("switch")
    call = _given_call(graph, finding.chain, switch) if switch is not None and switch.decorates else ()
    if not call or finding.facts.get("use"):
        return finding
    tell = f"everything in `{switch.decorates}` runs without gradients" if switch is not None else ""
    events = (Event(Act.EARLY, call), Event(Act.MADE, finding.chain, tell))
    site = site_of(events, graph.sources)
    if site is None:
        return finding
    facts = {**finding.facts, "called": True}
    return replace(finding, chain=site.chain, path=(*site.shown, *finding.path), facts=facts, events=events)


def _given_call(graph: UncutGraph, chain: Chain, switch: Switch) -> Chain:
    """The call of an argument in the decorated function, by which the failing pass was reached."""
    asked, level = graph.query.chain, len(switch.chain) - 1
    if len(asked) <= level + 1 or asked[:level] != switch.chain[:level]:
        return ()
    inside = asked[level]
    same = chain and inside.file == chain[-1].file and inside.function == chain[-1].function
    is_right = same and updates_in_place(inside, graph.sources)  # the rest of it; else the decorator is the mistake
    return asked[: level + 1] if is_right and calls_an_argument(inside, graph.sources) else ()


def _name(switch: Switch) -> str:
    if switch.foreign:
        return f"`{switch.foreign}`"
    return f"`torch.{switch.kind}({'False' if switch.kind == 'set_grad_enabled' else ''})`"
