"""The calls of a `GradScaler` came in an order that leaves gradients scaled twice, or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.steps import ScaledStep, UnscaledLoss
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

ORDER = (
    "call these in order, once per step: `scaler.scale(loss).backward()`, then `scaler.unscale_(optimizer)` if "
    "gradients are clipped, `scaler.step(optimizer)`, and `scaler.update()` after all optimizers"
)


class ScalerOrder(MessageCause):
    name = "scaler-order"
    drives = True

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        for step in graph.evidence(ScaledStep):
            yield Finding(self.name, "warning", "observed", step.chain, facts={"message": -1, "error": ""})
        for loss in graph.evidence(UnscaledLoss):
            facts = {"message": -1, "error": "", "never": True}
            yield Finding(self.name, "warning", "observed", loss.chain, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("never"):
            return "the scaler divides gradients by the loss scale, but the loss was not scaled"
        if finding.facts["message"] == -1:
            return "the optimizer steps with gradients that are still multiplied by the loss scale"
        return super().subject(finding)

    def label(self, finding: Finding) -> str:
        if finding.facts.get("never"):
            return "runs on the unscaled loss"
        return "steps without the scaler" if finding.facts["message"] == -1 else super().label(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return () if finding.facts["message"] == -1 else super().notes(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("never"):
            return ("call `backward()` on the scaled loss: `scaler.scale(loss).backward()`",)
        return (ORDER,) if finding.facts["message"] == -1 else super().helps(finding)

    messages = (
        Message(
            ("unscale_() has already been called on this optimizer",),
            "the gradients would be divided by the scale twice",
            ORDER,
            "the gradients are already unscaled",
        ),
        Message(
            ("unscale_() is being called after step()",),
            "the gradients would be divided by the scale after the optimizer used them",
            ORDER,
        ),
        Message(
            ("step() has already been called since the last update()",),
            "the optimizer takes a second step before `scaler.update()`",
            ORDER,
            "a second step without `scaler.update()`",
        ),
        Message(
            ("but _scale is None", "_scale is None in", "but _growth_tracker is None"),
            "the scaler is used before it scaled a loss",
            "call `scaler.scale(loss).backward()` before `unscale_`, `step` and `update`",
            "no loss was scaled before",
        ),
        Message(
            ("Attempting to unscale FP16 gradients",),
            "the parameters themselves are half precision, so their gradients are too, and cannot be unscaled safely",
            "keep the parameters in float32 and run the forward pass under `torch.autocast`; convert a "
            "model that was loaded in half precision with `model.float()`",
            "these gradients are in half precision",
        ),
        Message(
            ("Closure use is not currently supported if GradScaler is enabled",),
            "`scaler.step` received a closure, which would compute gradients at another scale",
            "call the optimizer's step without a closure, or use this optimizer without the scaler",
        ),
        Message(
            ("No inf checks were recorded prior to update",),
            "`scaler.update()` ran before any `scaler.step(…)`",
            ORDER,
        ),
        Message(
            ("outputs must be a Tensor or an iterable of Tensors",),
            "the scaler received something that is not a tensor",
            "scale the loss while it is a tensor: `scaler.scale(loss)`, not `scaler.scale(loss.item())`",
            "expects a tensor",
        ),
        Message(
            ("A GradScaler instance may only be pickled",),
            "the scaler was saved in the middle of a step",
            "save `scaler.state_dict()` after `scaler.update()`",
        ),
    )
