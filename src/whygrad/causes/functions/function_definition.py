"""A `torch.autograd.Function` that is not complete, or uses its `ctx` in a way that torch cannot follow."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.functions import CustomFunction, FailedFunction
from whygrad.finding import Act, Event, Finding, Step
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, Place
from whygrad.source.patterns.functions import definition_line, function_at

STATIC = (
    "define `forward(ctx, …)` and `backward(ctx, …)` with `@staticmethod`, and call the class: `MyFunction.apply(x)`"
)
LEGACY = ("Legacy autograd function with non-static forward", "is a legacy access pattern")
VMAP = "set `generate_vmap_rule = True` in the class, or write its `vmap` static method"
INHERITED = os.path.join("torch", "autograd", "function.py")
UNWRITTEN = ("You must implement either the backward or vjp method",)


class FunctionDefinition(MessageCause):
    name = "function-definition"
    messages = (
        Message(
            ("You must implement the forward function for custom autograd.Function",),
            "a `torch.autograd.Function` has no `forward`, so there is nothing to compute or differentiate",
            STATIC,
        ),
        Message(
            UNWRITTEN,
            "a gradient reached a `torch.autograd.Function` that has no `backward`",
            "write its `backward(ctx, grad)`, which returns one gradient for each argument of `forward`",
            "the gradient stops at this Function",
        ),
        Message(
            ("Implementing both 'backward' and 'vjp'",),
            "a `torch.autograd.Function` has both `backward` and `vjp`, which are two names for one method",
            "keep `backward` and remove `vjp`",
        ),
        Message(
            LEGACY,
            "a `torch.autograd.Function` was instantiated; its methods belong to the class",
            STATIC,
        ),
        Message(
            ("save_for_forward expects all arguments to be tensors", "save_for_forward can only save"),
            "`ctx.save_for_forward` received something that is not a tensor",
            "keep other values as attributes: `ctx.size = size`",
        ),
        Message(
            ("mark_dirty can only accept variables",),
            "`ctx.mark_dirty` received something that is not a tensor",
            "pass the input tensors that `forward` changes in place, and nothing else",
        ),
        Message(
            ("Only input Tensors should be given to ctx.mark_dirty()",),
            "`ctx.mark_dirty` received a tensor that is not an input",
            "pass the input tensors that `forward` changes in place, and nothing else",
        ),
        Message(
            ("Some elements marked as dirty during the forward method were not returned",),
            "`forward` changed an input in place and did not return it, so its new value has no history",
            "return the changed input from `forward` as well",
        ),
        Message(
            ("modifies inplace an input that is a view of another Tensor",),
            "`forward` changed a view in place and returns several tensors, which autograd cannot follow",
            "pass a copy, `MyFunction.apply(x.clone())`, or return the changed input only",
        ),
        Message(
            ("mark_non_differentiable only accepts variable arguments",),
            "`ctx.mark_non_differentiable` received something that is not a tensor",
            "pass outputs of `forward`, and nothing else",
        ),
        Message(
            ("saved_tensors can only be accessed once",),
            "`ctx.saved_tensors` was read a second time in a Function that frees them on first access",
            "read them once, into variables; or leave out `clear_saved_tensors_on_access`",
        ),
        Message(
            ("An input that has been returned as-is as output is being saved for backward",),
            "`forward` returns an input unchanged, and `setup_context` saves it: torch cannot distinguish the two",
            "return `x.view_as(x)` from `forward`, and save that",
        ),
        Message(
            ("it must override the setup_context staticmethod",),
            "a `torch.autograd.Function` without `setup_context` was used inside `torch.func`",
            "split `forward(ctx, x)` into `forward(x)` and `setup_context(ctx, inputs, output)`",
        ),
        Message(
            ("does not have vmap support", "To use autograd.Function with vmap"),
            "a `torch.autograd.Function` was used inside `vmap`, but does not define its `vmap` rule",
            VMAP,
        ),
        Message(
            ("Accessing this attribute directly on an instance of autograd.Function",),
            "an attribute of a `torch.autograd.Function` was read from an instance",
            "use `ctx` inside `forward` and `backward`",
        ),
        Message(
            ("Pure view custom Function can only have one input Tensor", "forward is returning a view (or an input"),
            "a `torch.autograd.Function` returns a view of its input in a way that autograd cannot follow",
            "return a copy from `forward`, with `.clone()`",
        ),
        Message(
            ("You must implement the jvp function for custom autograd.Function",),
            "a forward-mode derivative reached a `torch.autograd.Function` that has no `jvp`",
            "write its `jvp(ctx, *tangents)`, or use the backward mode (`torch.autograd.grad`)",
        ),
        Message(
            (
                "An inplace custom Function is not modifying the forward mode gradients inplace",
                "Function's jvp returned",
            ),
            "the `jvp` of a `torch.autograd.Function` returned tangents that do not fit its outputs",
            "return one tangent for each output of `forward`, of the same shape and type",
        ),
        Message(
            ("clear_saved_tensors_on_access must be a bool", "boxed_grads_call must be a bool"),
            "an option of a `torch.autograd.Function` is neither `True` nor `False`",
            "set it to `True` or `False` in the class",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            unwritten = _without_backward(graph) if self._said(finding).fragments == UNWRITTEN else None
            if unwritten is not None:
                events = (Event(Act.MADE, unwritten), Event(Act.ASKED, finding.chain, "its gradient is requested here"))
                site = site_of(events, graph.sources)
                path = site.shown if site else ()
                facts = {**finding.facts, "unwritten": True}
                yield replace(finding, chain=unwritten, path=path, facts=facts, events=events)
                continue
            failed = graph.only(FailedFunction) if self._said(finding).fragments == LEGACY else None
            forward = failed.forward if failed is not None else None
            node = function_at(forward, graph.sources)
            if forward is None or node is None:
                yield finding
                continue
            called = tuple(Step("call", place, "called as an instance here") for place in finding.chain[-1:])
            yield replace(finding, chain=(*finding.chain, definition_line(node, forward.file)), path=called)

    def label(self, finding: Finding) -> str:
        if finding.facts.get("unwritten"):
            return "this Function has no `backward`"
        return "this method is not static" if finding.path else super().label(finding)


def _without_backward(graph: UncutGraph) -> Chain | None:
    """The line of the one class of the program that took part and has no `backward` of its own."""
    found = []
    for function in graph.evidence(CustomFunction):
        own = function.backward is not None and not function.backward.file.endswith(INHERITED)
        if not own and function.forward is not None:
            forward = function_at(function.forward, graph.sources)
            syntax = graph.sources.syntax(function.forward.file)
            around = [n for n in syntax.above(forward) if isinstance(n, ast.ClassDef)] if forward else []
            found += [Place(function.forward.file, n.lineno, 0, n.lineno, 0, n.name) for n in around[:1]]
    return (*graph.query.chain, found[0]) if len(found) == 1 else None
