"""Inside `torch.func` (grad, vjp, vmap and their kin): what the transformed function may not do or return."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import NAMELESS, cut_finding, lost_phrase
from whygrad.causes._messages import FREED, Message, MessageCause
from whygrad.evidence.raised import InsideTransform, LeftTransform, RaisedInside, RefusedRandomness
from whygrad.finding import Finding, Step
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind
from whygrad.source.patterns.named_calls import result_of_argument

TAKING = ("grad", "value_and_grad", "grad_and_value", "hessian")
PAIR = "'tuple'"  # a result with something beside it, which the call must allow by `has_aux=True`
OF_RESULTS = ("to return a scalar Tensor", "to return a Tensor", "to return only tensors")
LEFT = "a value that a function transformed by `torch.func` stored, and the history of that value ended with the call"
CAPTURED = "would mutate a captured Tensor"
INSIDE = "inside `torch.func` use `torch.func.grad` or `vjp`"


class FunctionTransforms(MessageCause):
    name = "function-transforms"
    inferred = "the function that returned it is inferred from the source"
    messages = (
        Message(
            ("backward() called inside a functorch transform", "backward() called inside torch.vmap"),
            "`backward()` was called inside a function that `torch.func` transforms, where `.grad` is not accumulated",
            f"{INSIDE}, or call `backward()` outside it",
            "a backward pass inside the transformed function",
        ),
        Message(
            ("called inside torch.vmap. We do not support the case",),
            "a gradient is requested for values that `vmap` maps over",
            "write `vmap(grad(f))` with `torch.func.grad` instead of `torch.autograd.grad`",
        ),
        Message(
            ("attempting to call Tensor.requires_grad_()",),
            "`requires_grad_()` was called inside a function that `torch.func` transforms",
            f"{INSIDE}: its inputs need no `requires_grad`; `torch.autograd.functional` does not work inside",
        ),
        Message(
            ("attempting to call Tensor.retain_grad()",),
            "`retain_grad()` was called inside a function that `torch.func` transforms",
            f"{INSIDE}, and make the value an argument of the function whose gradient is taken",
        ),
        Message(
            (CAPTURED,),
            "a function transformed by `torch.func` changed an outside tensor in place",
            "pass that tensor as an argument and return its new value, or compute out of place",
            "changes a tensor that is not an argument of the function",
        ),
        Message(
            ("to return a scalar Tensor, got tensor with",),
            "`torch.func.grad` was taken of a function whose result has dimensions; it needs a single number",
            "reduce the result with `.sum()` or `.mean()`, or use `torch.func.jacrev` for all derivatives",
            "the result has dimensions",
        ),
        Message(
            ("Expected f(*args) to return a Tensor", "to return only tensors, got unsupported type"),
            "the function to differentiate returns something that is not a tensor",
            "return a tensor, without `.item()` or `float(…)`",
            "the function's result is not a tensor",
        ),
        Message(
            ("output of function f should be a tuple: (output, aux)",),
            "with `has_aux=True` the function must return its result and an auxiliary value",
            "return `(loss, aux)`, or leave out `has_aux=True`",
        ),
        Message(
            ("It looks like you're calling .item() on a Tensor",),
            "a value that `vmap` maps over was turned into a Python number",
            "leave out `.item()` and compute with the tensor",
            "one number cannot represent a batch of values",
        ),
        Message(
            ("attempting to use a Tensor in some data-dependent control flow",),
            "an `if` or a loop inside `vmap` depends on a value that differs along the batch",
            "choose with `torch.where(condition, a, b)` instead of the `if`",
            "the condition has one answer for each element of the batch",
        ),
        Message(
            ("called random operation while in randomness error mode",),
            "random numbers were drawn inside `vmap`, which does not know whether to draw one or a batch",
            'pass `randomness="different"` or `randomness="same"` to `vmap`',
        ),
        Message(
            ("is not possible because there exists a Tensor `other` in extra_args",),
            "an in-place operation inside `vmap` writes values with a batch dimension into a tensor without one",
            "compute out of place: `x = x + y` instead of `x.add_(y)`",
        ),
        Message(
            ("dynamic shape",),
            "inside `vmap` the size of a result depends on the values, which differ along the batch",
            "keep the shape: choose with `torch.where`, or multiply by a mask, instead of selecting; or call this "
            "outside `vmap`",
            "the result has another size for each element of the batch",
        ),
        Message(
            ("torch::autograd::Function with functorch transforms",),
            "a Function written in C++ was used inside `torch.func`",
            "write the Function in Python with `setup_context`, or keep it out of the transform",
        ),
        Message(
            ("All outputs of f must be floating-point or complex Tensors",),
            "the function to differentiate returns integers, which have no derivative",
            "return the floating-point values behind them",
        ),
        Message(
            ("Expected pytree structure of cotangents to be the same",),
            "the gradients passed to `vjp` are not structured like the outputs",
            "pass one for each result, nested the same way",
        ),
    )

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        left, node = graph.only(LeftTransform), graph.node(index)
        if left is None:
            return None
        asked = index if index in graph.query.roots and index in left.nodes else None
        at = parent if parent in left.nodes and index not in left.nodes and not node.requires_grad else asked
        return Cut(self.name, graph.node(at).chain, at, Plausibility.CERTAIN) if at is not None else None

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        inside = graph.only(InsideTransform)
        if inside is not None:
            facts = {"root": graph.query.root_name or NAMELESS, "inside": inside.transform}
            yield Finding(self.name, "error", "observed", graph.query.chain, facts=facts)
            return
        for blame in verdict.blames:
            if blame.cut.cause == self.name:
                yield cut_finding(graph, blame)
        left = graph.only(LeftTransform)
        if left is not None and graph.query.kind is QueryKind.ERROR and any(f in graph.query.error for f in FREED):
            chain = graph.node(left.nodes[0]).chain
            used = tuple(Step("backward", place, "uses it after the transform") for place in graph.query.chain[-1:])
            yield Finding(
                self.name, "error", "observed", chain, used, facts={"root": graph.query.root_name or NAMELESS}
            )
            return
        for finding in super().find_in_run(graph, verdict):
            at, error = finding.site, graph.query.error
            about_result = at is not None and any(text in error for text in OF_RESULTS) and PAIR not in error
            result = (
                result_of_argument(at, TAKING, graph.recording.sources, graph.sources) if about_result and at else None
            )
            if result is None or at is None:
                yield _at_mapping(graph, _with_module(graph, finding))
                continue
            taken = (Step("grad", at, "its gradient is taken here"),)
            yield replace(finding, chain=(*finding.chain, result), path=taken, evidence="inferred")

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("inside"):
            return f"`{finding.facts['root']}` carries no gradient"
        if _has_left(finding) and finding.cut is None:
            return f"no gradient can go back from `{finding.facts['root']}`"
        return lost_phrase(finding) if _has_left(finding) else super().subject(finding)

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("inside"):
            return f"it was computed inside {_shown(finding)}, where values have no history for a backward pass"
        return f"it uses {LEFT}" if _has_left(finding) else super().clause(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return () if _has_left(finding) else super().notes(finding)

    def label(self, finding: Finding) -> str:
        if finding.facts.get("inside"):
            return f"runs inside a function that {_shown(finding)} transforms"
        if _has_left(finding):
            return "its history belongs to the transform"
        if finding.facts.get("mapped"):
            return "allows no random numbers"
        return str(finding.facts.get("creates") or super().label(finding))

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("inside") == "vmap":
            return (
                "inside `vmap` use `torch.func.grad` of a function of the value; or leave out `vmap`, and ask for the "
                "gradient of the sum over the batch",
            )
        if finding.facts.get("inside"):
            return ("inside a transform use `torch.func.grad` of a function of the value",)
        if _has_left(finding):
            return (
                "add the term to what the transformed function returns, or compute it outside again; to return a "
                "value for logging beside the result, use `has_aux=True`",
            )
        if finding.facts.get("creates"):
            return (
                "turn off the state that it changes (`track_running_stats=False`, or an embedding without `max_norm`), "
                "or use a layer without running statistics, such as `nn.GroupNorm`",
            )
        return super().helps(finding)


def _shown(finding: Finding) -> str:
    return "`torch.vmap`" if finding.facts["inside"] == "vmap" else "a forward-mode transform of `torch.func`"


def _has_left(finding: Finding) -> bool:
    """Is it about a value that was used when its transform was over, and not about what torch said?"""
    return "message" not in finding.facts


def _with_module(graph: UncutGraph, finding: Finding) -> Finding:
    """With the module of torch's that was running, where the program makes it: its code is not the program's.

    What such a module changes is its own, and its settings decide whether it does: then it is to be made otherwise.
    """
    inside = graph.only(RaisedInside)
    if inside is None or not inside.made:
        return finding
    name = f"`{inside.module}`, the {inside.cls}" if inside.module else f"the {inside.cls}"
    creates = f"creates {name} in which the error occurred"
    if CAPTURED not in graph.query.error:
        return replace(finding, path=(Step("", inside.made[-1], creates),) if inside.module else ())
    called = tuple(
        Step("", place, "changes its own state here, inside the transformed function") for place in finding.chain[-1:]
    )
    return replace(finding, chain=inside.made, path=called, facts={**finding.facts, "creates": creates})


def _at_mapping(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding at the call that runs the function on a batch, which decides about random numbers; they on its path.

    Without that call it stays where torch refused.
    """
    refused = graph.only(RefusedRandomness)
    if refused is None:
        return finding
    drawn, mapped = finding.chain[-1], refused.mapped[-1]
    if (drawn.file, drawn.line) == (mapped.file, mapped.line):
        return replace(finding, chain=refused.mapped, facts={**finding.facts, "mapped": True})
    path = (Step("random", drawn, "draws random numbers"), *finding.path)
    return replace(finding, chain=refused.mapped, path=path, facts={**finding.facts, "mapped": True})
