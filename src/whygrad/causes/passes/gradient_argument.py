"""The gradients that a backward pass is to start from do not fit the tensors that it starts at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.questions import RunningFunctions
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

UNPACKING = "_tensor_or_tensors_to_tuple"  # torch's function that takes `gradient=` apart
NOT_A_TENSOR = "object is not iterable"

REAL = ("created only for real scalar outputs",)
FIT = "pass a gradient of the same shape as the tensor, for example `torch.ones_like(y)`"


class GradientArgument(MessageCause):
    name = "gradient-argument"
    messages = (
        Message(
            REAL,
            "the loss is a complex number, and only a real one has a direction in which it falls",
            "make it real, with `.abs()` or `.real`; or say by `backward(gradient=…)` in which direction it changes",
            "this result is complex",
        ),
        Message(
            ("Mismatch in shape: grad_output",),
            "the gradient that the backward pass is to start from has another shape than the tensor it starts at",
            FIT,
            "the two shapes differ",
        ),
        Message(
            ("both grad_output and output are required to have the same dtype",),
            "the backward pass starts at a complex tensor with a real gradient, or the other way round",
            "give both the same type: `gradient.to(y.dtype)`",
            "the two types differ",
        ),
        Message(
            ("interpret the first dimension of each grad_output as the batch dimension",),
            "the batched gradients do not fit the output behind their first dimension",
            "with `is_grads_batched=True`, give gradients of shape `(batch, *y.shape)`",
            "the shapes differ behind the first dimension",
        ),
        Message(
            (" gradients can be either Tensors or None", "of gradients tuple is not a Tensor or None"),
            "one of the gradients that the backward pass is to start from is no tensor",
            "pass tensors, and `None` for an output that is a scalar",
        ),
        Message(
            ("is None, but the corresponding Tensor requires grad", "corresponding output is a GradientEdge"),
            "an output that needs a gradient to start from was given none",
            FIT,
        ),
        Message(
            (" of tensors tuple is neither a Tensor", "all inputs have to be Tensors or GradientEdges"),
            "a backward pass was asked of something that is no tensor",
            "pass tensors; a number or an array has left torch, and has no gradient",
        ),
        Message(
            (
                "tensors argument is expected to be a tuple",
                "inputs to run_backward must be a tuple",
                "GradientEdge's first object must be",
            ),
            "a backward pass was started with arguments of the wrong kind",
            "call `loss.backward()` or `torch.autograd.grad(loss, inputs)`, which prepare the arguments",
        ),
        Message(
            ("arguments both passed to `backward()`",),
            "the gradients to start from were given twice, under the old and the new name of the argument",
            "pass `grad_tensors` only",
        ),
        Message(
            ("Batched grads are not supported with", "are not supported with GradientEdge"),
            "batched gradients were asked for an output of a kind that has none",
            "call `torch.autograd.grad` once for each row of the gradients",
        ),
        Message(
            (" tensors and ",),
            "the numbers of outputs and of gradients to start from differ",
            "pass one gradient for each output, `None` for a scalar",
            "one gradient for each output is needed",
        ),
        Message(
            (NOT_A_TENSOR,),
            "the gradient that the backward pass is to start from is no tensor",
            FIT,
            "`gradient=` is a tensor",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            error = graph.query.error
            said = self._said(finding).fragments
            if said == (" tensors and ",) and not (" gradients" in error and "got " in error):
                continue
            running = graph.only(RunningFunctions)
            if said == (NOT_A_TENSOR,) and (running is None or running.innermost[1] != UNPACKING):
                continue
            yield _where_it_is_made(graph, finding) if said == REAL else finding


def _where_it_is_made(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding at the operation that made the loss: it is to be made real there."""
    made = graph.node(graph.roots[0]).chain if graph.roots else ()
    if not made or not finding.chain or made[-1].line == finding.chain[-1].line:
        return finding
    return replace(finding, chain=made, path=(Step("backward", finding.chain[-1], "the backward pass starts here"),))
