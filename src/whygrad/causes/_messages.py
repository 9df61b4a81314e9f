"""Causes that are recognised by what torch said: a message is explained at the user's line that got it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from whygrad.causes._base import Cause
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

LONG = 240  # of torch's own words; the rest stands in the traceback


@dataclass(frozen=True)
class Message:
    """A fragment of torch's message (of one or several wordings), what it means, and the change to make."""

    fragments: tuple[str, ...]
    means: str  # completes the headline: what happened, in words of gradients
    help: str
    label: str = ""

    def matches(self, error: str) -> bool:
        return any(fragment in error for fragment in self.fragments)


class MessageCause(Cause):
    """A family of messages. Subclasses list them; those with more knowledge override `find_in_run`."""

    messages: ClassVar[tuple[Message, ...]] = ()

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind != "error":
            return
        for position, message in enumerate(self.messages):
            if message.matches(graph.query.error):
                yield Finding(
                    cause=self.name,
                    severity="error",
                    evidence="observed",
                    chain=graph.query.chain,
                    facts={"message": position, "error": graph.query.error, "root": graph.query.root_name},
                )
                return

    def subject(self, finding: Finding) -> str:
        return self._said(finding).means

    def clause(self, finding: Finding) -> str:
        return ""

    def label(self, finding: Finding) -> str:
        return self._said(finding).label or "torch refuses here"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        text = str(finding.facts["error"]).partition(": ")[2].partition("\n")[0]
        if len(text) > LONG:
            text = text[:LONG].rpartition(". ")[0] or text[:LONG].rpartition(" ")[0] + " …"
        return (f"torch says: {text}",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (self._said(finding).help,)

    def _said(self, finding: Finding) -> Message:
        return self.messages[int(finding.facts["message"])]
