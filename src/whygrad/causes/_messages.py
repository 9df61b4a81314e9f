"""Causes that are recognised by what torch said: a message is explained at the user's line that got it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from whygrad.causes._base import Cause
from whygrad.evidence.passes import FailedPass, FailingStep
from whygrad.evidence.torch_texts import NO_INF_CHECKS, OVERWRITTEN, UNFINISHED_REDUCTION
from whygrad.finding import Finding, Step
from whygrad.graph.overwrites import node_of_number
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, QueryKind
from whygrad.walk import breadth_first

# What torch says where a cause looks at more than the message.
OBSERVED: Mapping[str, tuple[str, ...]] = {
    "backward-twice": ("Trying to backward through the graph a second time",),
    "copied-result": ("Only Tensors created explicitly by the user",),
    "function-gradient": (
        "returned an incorrect number of gradients",
        "returned an invalid gradient at index",
        "save_for_backward can only save",
        "marked with @once_differentiable",
    ),
    "inference-tensor": ("Inference tensors cannot be saved for backward", "inference tensor outside InferenceMode"),
    "modified-in-place": (f"has been {OVERWRITTEN}",),
    "non-leaf-parameter": ("can't optimize a non-leaf Tensor",),
    "non-scalar-loss": ("grad can be implicitly created only for scalar outputs",),
    "scaler-without-gradients": (NO_INF_CHECKS,),
    "unregistered-module": ("optimizer got an empty parameter list",),
    "unused-parameters": (UNFINISHED_REDUCTION,),
}
FREED = (
    "backward through the graph a second time",
    "after they have already been freed",
    "Saved intermediate values of the graph are freed",
)
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


def raised_inside(graph: UncutGraph) -> Chain:
    """The user's frames that ran in the backward pass when the error was raised: a hook's, a custom Function's."""
    failed = graph.only(FailedPass)
    return failed.inside if failed is not None else ()


def failing_step(graph: UncutGraph) -> FailingStep | None:
    """The step of a backward pass that failed, where it is known."""
    failed = graph.only(FailedPass)
    return failed.failing if failed is not None else None


def at_failing_step(graph: UncutGraph, finding: Finding, named: str = "") -> Finding:
    """The finding at the operation whose backward step failed, where it is known; the backward call on its path.

    Where torch's message has the operation's name and its step has no number, that is `named`.
    """
    failing = failing_step(graph)
    if failing is not None:
        index, is_certain = node_of_number(graph, failing.number), failing.certain
    else:
        index, is_certain = _operation_named(graph, named) if named else (None, False)
    node = graph.node(index) if index is not None else None
    if node is None or node.place is None or raised_inside(graph):
        return finding
    again = tuple(
        Step("backward", place, "its gradient is computed in this backward pass") for place in finding.chain[-1:]
    )
    same = again and (again[0].place.file, again[0].place.line) == (node.place.file, node.place.line)
    facts = {**finding.facts, "operation": node.spelling}
    return replace(
        finding,
        chain=node.chain,
        path=() if same else again,
        evidence="observed" if is_certain else "inferred",
        facts=facts,
    )


def _operation_named(graph: UncutGraph, name: str) -> tuple[int | None, bool]:
    """The operation of this name that a gradient reaches first, and whether it is the only one."""
    behind = breadth_first(graph.query.roots, graph.learning_inputs)
    found = [at for at in behind if graph.node(at).act == name and graph.node(at).requires_grad]
    return (found[0], len(found) == 1) if found else (None, False)


class MessageCause(Cause):
    """A family of messages. Subclasses list them; those with more knowledge override `find_in_run`."""

    messages: ClassVar[tuple[Message, ...]] = ()

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR and (graph.query.kind is not QueryKind.REFUSED or verdict.blames):
            return
        for position, message in enumerate(self.messages):
            if message.matches(graph.query.error):
                yield Finding(
                    cause=self.name,
                    severity="error",
                    evidence="observed",
                    chain=(*graph.query.chain, *raised_inside(graph)),
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
        kind, _, text = str(finding.facts["error"]).partition(": ")
        if kind == "KeyError":  # it is shown as a literal
            text = text.strip("\"'").replace("\\n", "\n")
        text = text.partition("\n")[0]
        if len(text) > LONG:
            text = text[:LONG].rpartition(". ")[0] or text[:LONG].rpartition(" ")[0] + " …"
        return (f"torch says: {text}",) if text else ()

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (self._said(finding).help,)

    def _said(self, finding: Finding) -> Message:
        return self.messages[int(finding.facts["message"])]
