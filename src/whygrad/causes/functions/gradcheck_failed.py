"""`torch.autograd.gradcheck` compared gradients with finite differences, and they differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.functions import CustomFunction
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Definition, Place
from whygrad.source.patterns.functions import function_at, returned_element

FORMULA = (
    "correct the formula in `backward`; check in `torch.float64`, away from kinks, and compare the two matrices that "
    "torch prints"
)


class GradcheckFailed(MessageCause):
    name = "gradcheck-failed"
    messages = (
        Message(
            ("Jacobian mismatch for output", "Jacobian computed with forward mode mismatch"),
            "the gradient from `backward` does not match finite differences",
            FORMULA,
            "analytical and numerical gradients differ",
        ),
        Message(
            ("gradcheck expects at least one input tensor to require gradient", "gradcheck expects all tensor inputs"),
            "`gradcheck` received no tensor that requires a gradient, so there is nothing to check",
            "create an input with `dtype=torch.float64, requires_grad=True`",
        ),
        Message(
            ("Backward is not reentrant",),
            "the same backward pass gave different gradients when it was run twice",
            "remove randomness and shared state from `backward`; if small differences are fine, pass `nondet_tol`",
        ),
        Message(
            ("backward not multiplied by grad_output", "Numerical gradient for function expected to be zero"),
            "`backward` ignores the incoming gradient, or belongs to another function",
            "multiply by the incoming gradient: `return grad * slope`",
        ),
        Message(
            ("grad is incorrect ", "Forward AD gradient has dtype mismatch"),
            "`backward` returned a gradient whose layout, type, device or size differs from the input's",
            "match the inputs: `.to(x.dtype)`, `.reshape(x.shape)`",
        ),
        Message(
            ("Expected backward function to handle undefined output grads",),
            "`backward` fails when one of the outputs gets no gradient",
            "handle `None` in `backward`, or keep the default `ctx.set_materialize_grads(True)`",
        ),
        Message(
            ("has a dimension with stride 0. gradcheck only supports",),
            "`gradcheck` received an expanded tensor, whose elements share memory",
            "pass `x.clone()` or `x.contiguous()`",
        ),
        Message(
            ("gradcheck expects all inputs that require gradients", "While computing batched gradients"),
            "`gradcheck` cannot check these inputs",
            "pass leaves that require a gradient, and drop `check_batched_grad=True`",
        ),
    )
    inferred = "the difference is measured; whygrad infers from the source that this `backward` causes it"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            functions = [f.backward for f in graph.evidence(CustomFunction) if f.backward is not None]
            wrong = (
                _wrong_gradient(graph, functions[0]) if len(functions) == 1 and finding.facts["message"] == 0 else None
            )
            if wrong is None:
                yield finding
                continue
            checked = tuple(Step("gradcheck", place, "checked here") for place in finding.chain[-1:])
            yield replace(finding, chain=(*finding.chain, wrong), path=checked, evidence="inferred")


def _wrong_gradient(graph: UncutGraph, backward: Definition) -> Place | None:
    """What the only Function of the program that takes part returns for the input that torch names."""
    node = function_at(backward, graph.sources)
    number = re.search(r"with respect to input (\d+)", graph.query.error)
    return returned_element(node, int(number.group(1)) if number else 0, backward.file, graph.sources) if node else None
