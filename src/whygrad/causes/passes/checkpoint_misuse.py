"""A checkpoint that is asked for what its kind cannot do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.raised import CapturedByCheckpoint
from whygrad.finding import Act, Event, Finding, Step
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Definition, Place
from whygrad.source.patterns.functions import function_at
from whygrad.source.span import place_of_node

CALL = "CheckpointFunction.apply"

CHOSEN = ("torch.utils.checkpoint is incompatible with .grad()", "Checkpointing is not compatible with .grad()")
FREED = "backward through the graph a second time"
MODERN = "pass `use_reentrant=False` to `checkpoint`"


class CheckpointMisuse(MessageCause):
    name = "checkpoint-misuse"
    messages = (
        Message(
            CHOSEN,
            "gradients of specific tensors are requested through a reentrant checkpoint, which does not support that",
            f"{MODERN}, or call `backward()` without `inputs=` and read `.grad`",
            "`torch.autograd.grad` and `inputs=` do not work through the checkpoint",
        ),
        Message(
            ("none of output has requires_grad=True, this checkpoint() is not necessary",),
            "a gradient reached a reentrant checkpoint whose output does not require a gradient",
            "find what cuts the path inside the function (`.detach()`, `no_grad`), or leave out the checkpoint",
            "the checkpointed function runs again here, but its output is not differentiable",
        ),
        Message(
            ("Unpack is being triggered for a tensor that was already unpacked once",),
            "a recomputed value was read twice, but a checkpoint keeps it for one read",
            "call `backward` with `retain_graph=True`, or read `ctx.saved_tensors` once, into variables",
        ),
        Message(
            ("Trying to backward an extra time. You are only allowed to backward once on any region",),
            "a second backward pass went through a selective checkpoint, which allows only one",
            "sum the losses and call `backward()` once, or run the forward pass again",
        ),
        Message(
            ("is only supported when use_reentrant=False",),
            "a reentrant checkpoint received an argument that only `use_reentrant=False` accepts",
            MODERN,
        ),
        Message(
            ("determinism_check should be one of", "debug=True is incompatible with non-default context_fn"),
            "a checkpoint received incompatible options",
            'leave out `determinism_check` (or pass `"default"` or `"none"`), and use `debug` without `context_fn`',
        ),
        Message(
            ("device state was initialized in the forward pass of a Checkpoint",),
            "a device was first used inside a checkpointed function, so its random state cannot be restored",
            "use the device once before the checkpoint, or pass `preserve_rng_state=False`",
        ),
        Message(
            (),
            "a reentrant checkpoint reads a result from outside, and an earlier pass has freed its graph",
            f"{MODERN}, or pass the result to the function as an argument of `checkpoint`",
            "read from outside: each checkpoint that reads it runs a backward pass through its graph",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        captured = graph.only(CapturedByCheckpoint)
        if captured is not None and FREED in graph.query.error:
            yield _captured(graph, captured, len(self.messages) - 1)
        for finding in super().find_in_run(graph, verdict):
            behind = graph.behind(graph.query.roots) if self._said(finding).fragments == CHOSEN else ()
            calls = [i for i in behind if graph.node(i).op == CALL and graph.node(i).chain]
            latest = max(calls, key=lambda i: graph.node(i).clock, default=None)
            if latest is None:
                yield finding
                continue
            asked = tuple(Step("grad", place, "specific gradients are requested here") for place in finding.chain[-1:])
            yield replace(finding, chain=graph.node(latest).chain, path=asked)


def _captured(graph: UncutGraph, captured: CapturedByCheckpoint, message: int) -> Finding:
    """The finding where the checkpointed function reads what it captured."""
    events = (
        *(Event(Act.USED, (*graph.query.chain, place)) for place in _reads(graph, captured)[:1]),
        Event(Act.ASKED, graph.query.chain, "the backward pass that fails"),
    )
    site = site_of(events, graph.sources)
    facts = {"message": message, "error": graph.query.error, "root": graph.query.root_name}
    chain, path = (site.chain, site.shown) if site else (graph.query.chain, ())
    return Finding(CheckpointMisuse.name, "error", "observed", chain, path, facts=facts, events=events)


def _reads(graph: UncutGraph, captured: CapturedByCheckpoint) -> list[Place]:
    """Where the function reads one of the captured results, by its name or as an attribute."""
    file = captured.function.file
    nodes = (node for function in _functions(graph, captured.function) for node in ast.walk(function))
    read = [
        node
        for node in nodes
        if (isinstance(node, ast.Name) and node.id in captured.names)
        or (isinstance(node, ast.Attribute) and node.attr in captured.names)
    ]
    return [place_of_node(file, node, captured.function.name, graph.sources) for node in read]


def _functions(graph: UncutGraph, code: Definition) -> list[ast.AST]:
    """The function in the text; of several lambdas on one line all."""
    if code.name == "<lambda>":
        return [f for f in graph.sources.syntax(code.file).around(code.line).of(ast.Lambda) if f.lineno == code.line]
    function = function_at(code, graph.sources)
    return [function] if function is not None else []
