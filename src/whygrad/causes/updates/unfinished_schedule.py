"""A schedule of learning rates is as long as the training and is stepped once an epoch: it hardly begins."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.rates import ScheduleRun
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.loops import is_as_long_as_a_loop

FEW = 4  # times as long as it came, and as many steps of the optimizer for each of its own
ENOUGH = 16  # steps of the optimizer: of fewer, small numbers are equal by chance
SEVERAL = 2  # steps of the schedule, which tell that they come regularly
ABOUT = 0.02  # steps may be left out, where gradients are infinite


class UnfinishedSchedule(SilentCause):
    name = "unfinished-schedule"
    kind = QueryKind.TRAINING
    inferred = "whygrad counted the steps; it infers the length from a number that the schedule's code reads"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for run in graph.evidence(ScheduleRun):
            length = _length(run)
            chain = run.stepped or run.made
            if not length or not chain or run.updates < ENOUGH:
                continue
            if run.stepped and run.made and is_as_long_as_a_loop(run.made[-1], run.stepped, graph.sources):
                continue  # it counts the turns of a loop that ended early
            path = [Step("", place, f"creates a schedule of {length} steps") for place in run.made[-1:] if run.steps]
            facts = {"kind": run.kind, "length": length, "steps": run.steps, "updates": run.updates}
            facts |= {"low": run.rates[0], "high": run.rates[1]}
            evidence = "observed" if run.known else "inferred"
            yield Finding(self.name, "warning", evidence, chain, tuple(path), facts=facts)

    def subject(self, finding: Finding) -> str:
        length, steps = finding.facts["length"], finding.facts["steps"]
        return f"the learning rate schedule takes {steps or 'none'} of its {length} steps"

    def clause(self, finding: Finding) -> str:
        if not finding.facts["steps"]:
            return f"`{finding.facts['kind']}` is never stepped"
        each = round(finding.facts["updates"] / finding.facts["steps"])
        return f"`{finding.facts['kind']}` steps only once for every {each} steps of the optimizer"

    def label(self, finding: Finding) -> str:
        if not finding.facts["steps"]:
            return f"creates a schedule of {finding.facts['length']} steps"
        return f"called {finding.facts['steps']} times"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        low, high = f"{finding.facts['low']:.2g}", f"{finding.facts['high']:.2g}"
        took = f"the optimizer takes {finding.facts['updates']} steps"
        if not finding.facts["steps"]:
            return (took,)
        stays = f"at {low}" if low == high else f"between {low} and {high}"
        return (took, f"the learning rate stays {stays}")

    def helps(self, finding: Finding) -> tuple[str, ...]:
        again = "call the schedule's `step()` after every `optimizer.step()`"
        steps = finding.facts["steps"]
        return (f"{again}, or create the schedule for {steps} steps" if steps else again,)


def _length(run: ScheduleRun) -> int:
    """The length of a schedule that fits the optimizer's steps, and that it has hardly begun to go; else 0."""
    came = FEW * max(run.steps, run.reached)
    if run.updates < FEW * run.steps:
        return 0
    for length in run.lengths:
        off = abs(length - run.updates)
        is_long = length >= came and off <= (ABOUT * length if run.known else 0)
        # What changes at each batch by its nature may be forgotten altogether.
        if is_long and (run.steps >= SEVERAL or run.kind == "OneCycleLR"):
            return length
        each = run.each_epoch
        if each >= FEW and run.steps and length >= came and abs(run.updates - each * run.steps) < each:
            return length
    return 0
