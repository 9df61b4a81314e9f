"""An error of torch about gradients that no other cause knows: said to be unknown, with torch's own text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.questions import RunningFunctions
from whygrad.finding import Finding
from whygrad.graph.precedence import EVERY_OTHER
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind

ABOUT_GRADIENTS = re.compile(
    r"\b(grads?|gradients?|requires_grad\w*|retain_grad\w*|grad_\w+|autograd|backwards?|backprop\w*|in-?place"
    r"|leaf (variable|tensor|node)s?|(non-)?differentia\w+|derivatives?|tangents?|cotangents?|jvp|vjp|functorch)\b",
    re.IGNORECASE,
)
# Errors of these types and texts are about something else, also where they name an argument such as `requires_grad`.
OTHER_TYPES = ("AttributeError", "KeyError", "IndexError", "ImportError", "ModuleNotFoundError", "FileNotFoundError")
OTHER_TEXTS = (
    "out of memory",
    "state_dict",
    "invalid combination of arguments",
    "unexpected keyword argument",
    "required positional argument",
    "positional arguments but",
    "Could not run '",
    "must be the same size",
)
TORCH = f"{os.sep}torch{os.sep}"
RECORDER = f"{os.sep}whygrad{os.sep}record{os.sep}"  # it stands between the program and a function of torch


class NotExplained(MessageCause):
    name = "not-explained"
    yields_to = (EVERY_OTHER,)
    messages = (
        Message(
            (),
            "torch raised an error about gradients that whygrad does not know yet",
            "please report it together with the lines around the mark",
        ),
    )

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (*super().notes(finding), *finding.facts["tensors"])

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        query = graph.query
        if query.kind is not QueryKind.ERROR or not query.chain or not _raised_in_torch(graph):
            return
        if not is_about_gradients(query.error):
            return
        facts = {"message": 0, "error": query.error, "root": query.root_name, "tensors": _tensors(graph)}
        yield Finding(cause=self.name, severity="error", evidence="observed", chain=query.chain, facts=facts)


def _tensors(graph: UncutGraph) -> list[str]:
    """What is known of the tensors that went into the call."""
    found = []
    for root in graph.query.roots:
        for index in graph.node(root).inputs or (root,):
            node = graph.node(index)
            made = f"made by `{node.op.rpartition('.')[2]}`" if node.op else "created where whygrad does not record"
            where = f" at line {node.place.line}" if node.place else ""
            grad = "requires a gradient" if node.requires_grad else "requires none"
            found.append(f"{f'`{node.name}`' if node.name else 'a tensor'} {made}{where}, {grad}")
    return found[:4]


def is_about_gradients(error: str) -> bool:
    """Does the first line of the error speak of gradients, and is not about something else?"""
    kind, _, text = error.partition("\n")[0].partition(": ")
    if kind in OTHER_TYPES or "OutOfMemory" in kind or any(other in text for other in OTHER_TEXTS):
        return False
    return bool(ABOUT_GRADIENTS.search(text))


def _raised_in_torch(graph: UncutGraph) -> bool:
    running = graph.only(RunningFunctions)
    file, _ = running.innermost if running is not None else ("", "")
    return TORCH in file or RECORDER in file
