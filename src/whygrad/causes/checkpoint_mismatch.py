"""A checkpointed function did something else the second time: its forward pass is run again in the backward pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.source.functions import calls_named

SAME = (
    "make the function do the same both times: no counters, no caches filled at the first run, no module switched "
    "between training and evaluation, the same autocast"
)
DIFFERENT = re.compile(r"saved metadata: \{(.*?)\}\s*recomputed metadata: \{(.*?)\}", re.DOTALL)
PART = re.compile(r"'(\w+)': (torch\.Size\(\[.*?\]\)|[^,}]+(?:\(.*?\))?)")
LABEL = "what is checkpointed here goes another way when it is run again"


class CheckpointMismatch(MessageCause):
    name = "checkpoint-mismatch"
    inferred = "which of the checkpoints it was is not known: the first one in the source is marked"
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
            calls = calls_named("checkpoint", graph.recording.sources, graph.sources)
            if not calls:
                yield finding
                continue
            again = tuple(Step("backward", place, "it is run again here") for place in graph.query.chain[-1:])
            evidence = "observed" if len(calls) == 1 else "inferred"
            yield replace(finding, chain=(*graph.query.chain[:-1], calls[0]), path=again, evidence=evidence)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        pair = DIFFERENT.search(str(finding.facts["error"]))
        if pair is None:
            return super().notes(finding)
        first, again = (dict(PART.findall(text)) for text in pair.groups())
        differing = [
            f"{key} {first[key]} at first, {again.get(key)} when run again"
            for key in first
            if first[key] != again.get(key)
        ]
        return tuple(f"a value that was kept differs: {what}" for what in differing) or super().notes(finding)
