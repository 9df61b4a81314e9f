"""A checkpointed function did something else the second time: its forward pass is run again in the backward pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.causes.passes._checkpoint_why import LABEL, Why, find_why
from whygrad.evidence.passes import CheckpointRuns
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain
from whygrad.source.patterns.functions import calls_named

SAME = (
    "make the function do the same in both runs: no counters, no caches filled in the first run, no module switched "
    "between training and evaluation, the same autocast"
)
DIFFERENT = re.compile(r"saved metadata: \{(.*?)\}\s*recomputed metadata: \{(.*?)\}", re.DOTALL)
SIZE = re.compile(r"torch\.Size\((\[.*?\])\)")
PART = re.compile(r"'(\w+)': (\[.*?\]|[^,}]+(?:\(.*?\))?)")


class CheckpointMismatch(MessageCause):
    name = "checkpoint-mismatch"
    inferred = "whygrad observed that the two runs differ; the line that causes it is inferred from the source"
    messages = (
        Message(
            ("A different number of tensors was saved during the original forward and recomputation",),
            "a checkpointed function ran different operations on recomputation",
            SAME,
            LABEL,
        ),
        Message(
            ("have different metadata than during the forward pass",),
            "a checkpointed function produced a different shape, dtype or device on recomputation",
            SAME,
            LABEL,
        ),
        Message(
            ("trying to save more tensors during recomputation than during the original forward pass",),
            "a checkpointed function ran more operations on recomputation",
            SAME,
            LABEL,
        ),
        Message(
            ("Tensor cached during selective activation checkpoint has been mutated",),
            "a value that a checkpoint saved was changed in place before the backward pass",
            "change a copy (`.clone()`), or recompute the operation instead of saving it",
        ),
        Message(
            ("encountered during backward but not found in storage",),
            "a checkpointed function ran an operation on recomputation that it did not run at first",
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
            again = [Step("backward", place, "the function runs again here") for place in graph.query.chain[-1:]]
            call = [Step("checkpoint", place, "the checkpointed function first runs here") for place in found.call[-1:]]
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
        texts = [SIZE.sub(r"\1", text) for text in pair.groups()] if pair else ["", ""]
        first, again = (dict(PART.findall(text)) for text in texts)
        differing = [
            f"{key} {first[key]} at first, {again.get(key)} on recomputation"
            for key in first
            if first[key] != again.get(key)
        ]
        kept = tuple(f"a saved value differs: {what}" for what in differing)
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
    again = tuple(Step("backward", place, "the function runs again here") for place in graph.query.chain[-1:])
    evidence = "observed" if len(calls) == 1 else "inferred"
    return replace(finding, chain=(*graph.query.chain[:-1], calls[0]), path=again, evidence=evidence)
