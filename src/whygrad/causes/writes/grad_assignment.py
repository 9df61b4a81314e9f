"""Something was put into `.grad` (or `grad_dtype`, `_grad_fn`) that does not fit the tensor."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.terms import GradientOfResult
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind

STEPS = 2


class GradAssignment(MessageCause):
    name = "grad-assignment"
    messages = (
        Message(
            ("attempting to assign a gradient of size", "assigned grad has data of a different size"),
            "the size of the assigned gradient differs from its tensor's",
            "match the tensor's size first: sum over the broadcast dimensions, or `.reshape(tensor.shape)`",
            "the two sizes differ",
        ),
        Message(
            ("attempting to assign a gradient with dtype", "assigned grad has data of a different type"),
            "the dtype of the assigned gradient differs from its tensor's",
            "convert it: `tensor.grad = gradient.to(tensor.dtype)`",
            "the two types differ",
        ),
        Message(
            (
                "attempting to assign a gradient with device type",
                "attempting to assign a gradient located on device",
                "assigned grad has data located on a different device",
            ),
            "the assigned gradient is on a different device than its tensor",
            "move it: `tensor.grad = gradient.to(tensor.device)`",
            "the two devices differ",
        ),
        Message(
            ("to a tensor that has data of a different type", "to a tensor with layout"),
            "the layout of the assigned gradient differs from its tensor's",
            "convert it to the tensor's layout and type, `.to_dense()` for a sparse gradient",
        ),
        Message(
            ("assigned grad expected to be a Tensor or None",),
            "something that is not a tensor was assigned to `.grad`",
            "assign a tensor of the parameter's shape, or `None` to clear the gradient",
            "`.grad` holds a tensor or `None`",
        ),
        Message(
            ("can't assign Variable as its own grad",),
            "a tensor was assigned as its own gradient",
            "assign a copy, `tensor.grad = tensor.detach().clone()`",
        ),
        Message(
            ("grad_dtype can only be accessed on leaf tensors", "grad_dtype can only be set on leaf tensors"),
            "`grad_dtype` was used on a non-leaf tensor; only leaves accumulate a gradient of a chosen dtype",
            "use `grad_dtype` on the parameter, before the forward pass",
        ),
        Message(
            ("Cannot set grad_dtype to",),
            "the dtype of the gradient was changed while a gradient of another dtype exists",
            "clear it first: `tensor.grad = None`, then set `grad_dtype`",
        ),
        Message(
            ("grad_dtype must be a torch.dtype",),
            "`grad_dtype` was set to something that is not a dtype",
            "set it to a type such as `torch.float32`, or to `None`",
        ),
        Message(
            ("_grad_fn can be only set to None", "Deletion of _grad_fn not allowed"),
            "the history of a tensor was assigned by hand",
            "use `.detach()` for a tensor without history; to define a history, write a `torch.autograd.Function`",
        ),
        Message(
            ("Deletion of _backwards_hooks not allowed", "Deletion of _post_accumulate_grad_hooks not allowed"),
            "the hooks of a tensor were deleted as an attribute",
            "keep the handle that registering a hook returns, and call its `remove()`",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        for seen in graph.evidence(GradientOfResult) if graph.query.kind is QueryKind.TRAINING else ():
            if seen.steps >= STEPS and seen.chain and seen.curved:
                path = [Step(seen.op, seen.curved[-1], f"`{seen.op}` computes a new value from it")]
                if seen.asked and seen.asked[-1].line != seen.chain[-1].line:
                    path.append(Step("", seen.asked[-1], "the gradient of the new value"))
                lost, facts = (seen.name,) if seen.name else (), {"op": seen.op, "steps": seen.steps}
                yield Finding(self.name, "warning", "observed", seen.chain, tuple(path), lost, facts)

    def subject(self, finding: Finding) -> str:
        if "op" not in finding.facts:
            return super().subject(finding)
        name = f"`{finding.lost[0]}`" if finding.lost else "a parameter"
        return f"{name} gets the gradient of another value, used by {finding.facts['steps']} steps"

    def clause(self, finding: Finding) -> str:
        if "op" not in finding.facts:
            return super().clause(finding)
        return f"that value was computed from it with `{finding.facts['op']}`, whose derivative is missing as a factor"

    def label(self, finding: Finding) -> str:
        if "op" not in finding.facts:
            return super().label(finding)
        return "assigns the gradient of a value computed from this tensor"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return super().notes(finding) if "op" not in finding.facts else ()

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "op" not in finding.facts:
            return super().helps(finding)
        return ("request the gradient with respect to the tensor that the optimizer updates",)
