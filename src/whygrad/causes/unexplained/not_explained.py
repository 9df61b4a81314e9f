"""An error of torch about gradients that no other cause knows: said to be unknown, with torch's own text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from whygrad.causes._base import line_from
from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.passes import FailedPass
from whygrad.evidence.questions import RunningFunctions
from whygrad.evidence.raised import RaisedInside
from whygrad.finding import Act, Event, Finding
from whygrad.graph.precedence import EVERY_OTHER
from whygrad.graph.sites import site_of
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
    "closed by peer",  # another process has ended: its own error tells why
    "reset by peer",
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
            "report this error together with the lines around the mark",
        ),
    )

    def subject(self, finding: Finding) -> str:
        inside: RaisedInside | None = finding.facts["inside"]
        if inside is None:
            return super().subject(finding)
        running = f", in the {inside.cls} `{inside.module}`" if inside.module else ""
        return f"torch raised an error inside {inside.part}{running}: whygrad does not know this error yet"

    def label(self, finding: Finding) -> str:
        inside: RaisedInside | None = finding.facts["inside"]
        if inside is not None and finding.facts["act"] is Act.REGISTERED:
            return f"creates `{inside.module}`, which does not work inside {inside.part}"
        return super().label(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (*super().notes(finding), *finding.facts["tensors"])

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        query = graph.query
        if query.kind is not QueryKind.ERROR or not query.chain:
            return
        inside = graph.only(RaisedInside)
        if inside is None and not _raised_in_torch(graph):
            return
        if is_about_something_else(query.error) or not (
            inside or _in_the_pass(graph) or is_about_gradients(query.error)
        ):
            return
        events = (Event(Act.ASKED, query.chain, "runs here"), *_made(inside))
        site = site_of(events, graph.sources)
        facts = {
            "message": 0,
            "error": query.error,
            "root": query.root_name,
            "tensors": _tensors(graph),
            "inside": inside,
            "act": site.event.act if site else Act.ASKED,
        }
        chain, path = (site.chain, site.shown) if site else (query.chain, ())
        yield Finding(self.name, "error", "observed", chain, path, facts=facts, events=events)


def _made(inside: RaisedInside | None) -> Iterator[Event]:
    """Where the module was made that does not work in a transformed function: there another one can be chosen."""
    if inside is not None and inside.made:
        yield Event(Act.REGISTERED, inside.made, f"creates `{inside.module}`", cures=inside.part == "torch.func")


def _in_the_pass(graph: UncutGraph) -> bool:
    """Did the backward pass itself raise it, and not a function of the program's that ran in it?"""
    failed = graph.only(FailedPass)
    return failed is not None and not failed.inside


def _tensors(graph: UncutGraph) -> list[str]:
    """What is known of the tensors that went into the call."""
    found = []
    asked = graph.query.chain[-1] if graph.query.chain else None
    for root in graph.query.roots:
        for index in graph.node(root).inputs or (root,):
            node = graph.node(index)
            made = f"computed by `{node.op.rpartition('.')[2]}`" if node.op else "created outside the recording"
            where = f" at {line_from(asked, node.place)}" if node.place and node.op else ""
            grad = "requires a gradient" if node.requires_grad else "requires no gradient"
            found.append(f"{f'`{node.name}`' if node.name else 'a tensor'}, {made}{where}, {grad}")
    return found[:4]


def is_about_gradients(error: str) -> bool:
    """Does the first line of the error speak of gradients, and is not about something else?"""
    text = error.partition("\n")[0].partition(": ")[2]
    return not is_about_something_else(error) and bool(ABOUT_GRADIENTS.search(text))


def is_about_something_else(error: str) -> bool:
    """Is it an error of another kind, wherever it was raised?"""
    kind, _, text = error.partition("\n")[0].partition(": ")
    return kind in OTHER_TYPES or "OutOfMemory" in kind or any(other in text for other in OTHER_TEXTS)


def _raised_in_torch(graph: UncutGraph) -> bool:
    if _in_the_pass(graph):
        return True
    running = graph.only(RunningFunctions)
    file, _ = running.innermost if running is not None else ("", "")
    return TORCH in file or RECORDER in file
