"""A result was written into `out=` while a gradient had to be followed."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause
from whygrad.causes.processes.process_boundary import WORKER
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict


class OutArgument(MessageCause):
    name = "out-argument"
    messages = (
        Message(
            ("functions with out=... arguments don't support automatic differentiation",),
            "the result is written into `out=`, and such a result has no history that a gradient could follow",
            "leave out `out=` and use what the call returns; if no gradient is needed here, wrap the call in "
            "`with torch.no_grad():`",
            "`out=` and gradients exclude each other",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if WORKER not in graph.query.error:  # there a loader writes the batch, and what it got is to blame
            yield from super().find_in_run(graph, verdict)
