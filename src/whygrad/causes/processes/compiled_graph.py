"""Compiled or traced code: what it cannot do with gradients that the same code in Python can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._kinds import involved
from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.marks import GradientWithHistory
from whygrad.evidence.raised import CompiledLine
from whygrad.finding import Finding, Step
from whygrad.graph.sharing import kept_on_the_way
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Node
from whygrad.source.patterns.named_calls import calls_named, only_line

SECOND = "does not currently support double backward"
CONSTANT = "a Tensor that requires grad as a constant"
TRACING = re.compile(r"\b(trace|trace_module|export)\s*\(")
USED = "the traced function uses it, but does not take it as an argument"
EAGER = "move this part out of the compiled function, with `@torch.compiler.disable` or by splitting the function"


class CompiledGraph(MessageCause):
    name = "compiled-graph"
    inferred = "the call that compiled the code is inferred from the source"
    messages = (
        Message(
            ("with aot_autograd does not currently support double backward",),
            "the program takes a second derivative through compiled code, which has only a first one",
            "run this function without `torch.compile` where the loss contains a gradient of it",
            "this gradient goes through a gradient of compiled code",
        ),
        Message(
            ("compiled with non-empty donated buffers",),
            "`retain_graph=True` cannot keep the graph of compiled code, whose first backward pass reuses its memory",
            "sum the losses and call `backward()` once without `retain_graph`; or set "
            "`torch._functorch.config.donated_buffer = False`",
        ),
        Message(
            ("Tensor.retain_grad() with AOTDispatcher",),
            "`retain_grad()` was called inside compiled code, which keeps no gradients of intermediate values",
            "return the value from the function and call `retain_grad()` outside",
        ),
        Message(
            ("Unsupported Tensor.backward() call", "backward() with non-leaf tensor", "backward() with empty inputs"),
            "`backward()` was called inside compiled code",
            "compile the forward pass only, and call `backward()` outside",
        ),
        Message(
            (
                "Unsupported Tensor.requires_grad_() call",
                "setattr() on Tensor.requires_grad",
                "Attempted to use tensor creation function with requires_grad=True",
                "requires_grad_() intermediate leaked as output",
                "returning intermediate with requires_grad_()",
            ),
            "`requires_grad` was set inside compiled code, which would create a new leaf there",
            "set it before calling the compiled function, and pass the tensor in",
        ),
        Message(
            ("autograd.grad with", "autograd.grad consumed", "_autograd_grad with", "using `torch.autograd.grad` with"),
            "`torch.autograd.grad` was called inside compiled code in a way that the compiler cannot follow",
            EAGER,
        ),
        Message(
            (
                "Unsupported autograd.Function",
                "autograd.Function.apply: ",
                "Unsupported custom jvp",
                "Unsupported custom vjp",
                "subclass of torch.autograd.Function",
            ),
            "a `torch.autograd.Function` does something that the compiler cannot follow",
            EAGER,
        ),
        Message(
            ("Compilation of intermediate hooks requires compiled autograd", "Module-level backwards hooks require"),
            "a hook on a gradient was registered inside compiled code",
            "register hooks outside the compiled function, on its inputs and outputs",
        ),
        Message(
            (
                "Data-dependent branching",
                "Could not guard on data-dependent expression",
                "Dynamic control flow is not supported",
            ),
            "compiled code branches on a tensor's value, which the compiler cannot follow in one graph",
            "compute both sides and choose with `torch.where`; without `fullgraph=True`, the compiler splits the graph",
            "the compiler cannot follow this branch",
        ),
        Message(
            ("call a compiled backward function within vmap/grad/vjp",),
            "the gradient of compiled code was taken inside `torch.func`",
            "compile the outermost function: `torch.compile(torch.func.grad(f))`",
        ),
        Message(
            ("we guessed its metadata incorrectly",),
            "the gradient that reached compiled code differs from what it was compiled for",
            "call `.detach()` on outputs that need no gradient",
        ),
        Message(
            ("metadata mutated in the backward", "had its metadata mutated"),
            "the backward pass of compiled code changes the shape of one of its inputs in place",
            "change a copy (`.clone()`), or compute out of place",
        ),
        Message(
            ("does not support input mutations with requires_grad in backward",),
            "compiled code changes an input in place, and a second derivative was taken through it",
            "compute out of place, or run the function without `torch.compile`",
        ),
        Message(
            ("Compiled Autograd", "compiled_autograd", "Compiled autograd", "supported by compiled autograd"),
            "a compiled backward pass reached something that it cannot run",
            "switch compiled autograd off (`torch._dynamo.config.compiled_autograd = False`) for this part",
        ),
        Message(
            (
                "Cannot insert a Tensor that requires grad as a constant",
                "input a tensor that requires grad as a scalar",
            ),
            "tracing found a tensor that requires a gradient and would turn it into a constant",
            "make it an `nn.Parameter` of a module and trace the module, or make it an argument of the function",
            USED,
        ),
        Message(
            ("During CUDA graph capture, autograd node",),
            "a backward pass was captured into a CUDA graph together with a history from before the capture",
            "delete the losses of the warm-up before the capture, and run the warm-up on a side stream",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            result = _result_from_before(graph) if CONSTANT in graph.query.error else None
            if result is not None and finding.site is not None:
                used = (Step("", finding.site, USED),)
                facts = {**finding.facts, "kept": True}
                chain = kept_on_the_way(graph, result.chain) or result.chain
                yield replace(finding, chain=chain, path=used, facts=facts)
                continue
            compiled = only_line(calls_named(("torch.compile",), graph.recording.sources, graph.sources))
            line = graph.only(CompiledLine)
            if line is not None and finding.site is not None:
                called = (Step("", finding.site, "calls the compiled function"),)
                yield replace(finding, chain=line.chain, path=called)
                continue
            if SECOND not in graph.query.error or compiled is None or finding.site is None:
                yield finding
                continue
            first = [n.place for n in graph.nodes if isinstance(n.mark, GradientWithHistory) and n.place]
            path = [Step("grad", place, "takes the first derivative, with its history") for place in first[:1]]
            path.append(Step("backward", finding.site, "takes the second"))
            facts = {**finding.facts, "compiled": True}
            yield replace(finding, chain=(compiled,), path=tuple(path), evidence="inferred", facts=facts)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "kept" in finding.facts:
            return ("`.detach()` it where it is kept, or compute it inside the traced function",)
        return super().helps(finding)

    def label(self, finding: Finding) -> str:
        if "kept" in finding.facts:
            return "computed before the trace, and still has its graph"
        return "compiled code has only the first derivative" if "compiled" in finding.facts else super().label(finding)


def _result_from_before(graph: UncutGraph) -> Node | None:
    """A result that was computed before the trace began, with its history, and went into the call that failed."""
    asked = graph.query.chain
    depth = next((at for at in range(len(asked) - 1, 0, -1) if TRACING.search(graph.text(asked[at - 1]))), 0)
    nodes = (graph.node(i) for i in involved(graph) if depth)
    results = [n for n in nodes if n.kind == "operation" and n.requires_grad and n.chain]
    before = [n for n in results if n.chain[:depth] != asked[:depth]]
    return before[0] if len(before) == 1 else None
