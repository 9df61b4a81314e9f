"""A checkpointed function did something else the second time: its forward pass is run again in the backward pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.causes.passes._checkpoint_why import Why, find_why
from whygrad.evidence.passes import CheckpointRuns
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain
from whygrad.source.patterns.functions import calls_named

SAME = (
    "make the function do the same both times: no counters, no caches filled at the first run, no module switched "
    "between training and evaluation, the same autocast"
)
DIFFERENT = re.compile(r"saved metadata: \{(.*?)\}\s*recomputed metadata: \{(.*?)\}", re.DOTALL)
PART = re.compile(r"'(\w+)': (torch\.Size\(\[.*?\]\)|[^,}]+(?:\(.*?\))?)")
LABEL = "what is checkpointed here goes another way when it is run again"


class CheckpointMismatch(MessageCause):
    name = "checkpoint-mismatch"
    inferred = "that the two runs differ was observed; the line that makes them differ is read from the source"
    messages = (
        Message(
            ("A different number of tensors was saved during the original forward and recomputation",),
            "a checkpointed function computed other steps when it was run again for the gradient",
            SAME,
            LABEL,
        ),
        Message(
            ("have different metadata than during the forward pass",),
            "a checkpointed function computed values of another shape, type or device when it was run again",
            SAME,
            LABEL,
        ),
        Message(
            ("trying to save more tensors during recomputation than during the original forward pass",),
            "a checkpointed function computed more steps when it was run again for the gradient",
            SAME,
            LABEL,
        ),
        Message(
            ("Tensor cached during selective activation checkpoint has been mutated",),
            "a value that a checkpoint kept was changed in place before the backward pass",
            "change a copy (`.clone()`), or let the operation be computed again instead of kept",
        ),
        Message(
            ("encountered during backward but not found in storage",),
            "a checkpointed function met an operation at its second run that it had not met at the first",
            SAME,
            LABEL,
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            known = graph.only(CheckpointRuns)
            found = find_why(graph, known) if known is not None else None
            if found is None:
                yield _at_first_call(graph, finding)
                continue
            again = [Step("backward", place, "it is run again here") for place in graph.query.chain[-1:]]
            call = [Step("checkpoint", place, "what is checkpointed here is run again") for place in found.call[-1:]]
            evidence = "inferred" if found.read else "observed"
            facts = {**finding.facts, "why": found}
            path = _elsewhere(found.chain, [*found.steps, *call, *again])
            yield replace(finding, chain=found.chain, path=path, evidence=evidence, facts=facts)

    def clause(self, finding: Finding) -> str:
        found: Why | None = finding.facts.get("why")
        return found.clause if found else ""

    def label(self, finding: Finding) -> str:
        found: Why | None = finding.facts.get("why")
        return found.label if found else super().label(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        found: Why | None = finding.facts.get("why")
        pair = DIFFERENT.search(str(finding.facts["error"]))
        first, again = (dict(PART.findall(text)) for text in pair.groups()) if pair else ({}, {})
        differing = [
            f"{key} {first[key]} at first, {again.get(key)} when run again"
            for key in first
            if first[key] != again.get(key)
        ]
        kept = tuple(f"a value that was kept differs: {what}" for what in differing)
        return (*(kept or super().notes(finding)), *(found.notes if found else ()))

    def helps(self, finding: Finding) -> tuple[str, ...]:
        found: Why | None = finding.facts.get("why")
        return (found.help,) if found and found.help else super().helps(finding)


def _elsewhere(chain: Chain, steps: list[Step]) -> tuple[Step, ...]:
    """The steps that do not stand on the marked line, one for each line."""
    taken = {(place.file, place.line) for place in chain[-1:]}
    kept = []
    for step in steps:
        line = (step.place.file, step.place.line)
        if line not in taken:
            taken.add(line)
            kept.append(step)
    return tuple(kept)


def _at_first_call(graph: UncutGraph, finding: Finding) -> Finding:
    """Nothing is known of the two runs: the checkpoint in the source."""
    calls = calls_named("checkpoint", graph.recording.sources, graph.sources)
    if not calls:
        return finding
    again = tuple(Step("backward", place, "it is run again here") for place in graph.query.chain[-1:])
    evidence = "observed" if len(calls) == 1 else "inferred"
    return replace(finding, chain=(*graph.query.chain[:-1], calls[0]), path=again, evidence=evidence)
