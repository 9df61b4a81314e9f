"""What torch itself warns of about gradients: told as notes, where `--notes` asks for them."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.processes import WarnedInside
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind

LEAK = "keeps its own output as `ctx."  # not torch's words: the recorder sees it
CHECKPOINT = "None of the inputs have requires_grad=True"


HARM = {  # whether the program learns all the same
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed": (
        "harmless for training: the gradient flows through this tensor, but is not stored on it"
    ),
    "backward() with create_graph=True will create a reference cycle": (
        "harmless for the gradients, which are right; but the cycle keeps the graph in memory"
    ),
    "Converting a tensor with requires_grad=True to a scalar": (
        "harmless where the number is only logged; a loss that is computed from it has no gradient"
    ),
    LEAK: "harmless for the gradients, which are right; every call leaves its graph in memory",
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`": (
        "harmless for the gradients; but the schedule skips its first value"
    ),
}


class TorchWarning(MessageCause):
    name = "torch-warning"
    messages = (
        Message(
            ("The .grad attribute of a Tensor that is not a leaf Tensor is being accessed",),
            "the program reads the gradient of a non-leaf tensor, which is not kept",
            "call `.retain_grad()` on it before `backward()`, or compute it with `torch.autograd.grad`",
            "always None here",
        ),
        Message(
            (CHECKPOINT,),
            "no input of a reentrant checkpoint requires a gradient",
            "pass `use_reentrant=False`, which needs no such input",
            "the checkpointed part runs here",
        ),
        Message(
            ("backward() with create_graph=True will create a reference cycle",),
            "the gradients keep their own graph alive",
            "use `torch.autograd.grad(…, create_graph=True)`, or set `.grad = None` when the graph is not needed",
            "creates a reference cycle between parameter and gradient",
        ),
        Message(
            ("Converting a tensor with requires_grad=True to a scalar",),
            "a tensor that requires a gradient is converted to a Python number",
            "for logging, write `.detach()` or `.item()` to show that this is intended",
            "a number without a gradient from here on",
        ),
        Message(
            (LEAK,),
            "a custom Function keeps its output as an attribute, a cycle that holds the whole graph in memory",
            "save outputs with `ctx.save_for_backward(…)`, which creates no cycle",
            "called here",
        ),
        Message(
            ("Detected call of `lr_scheduler.step()` before `optimizer.step()`",),
            "the learning rate is changed before the first update",
            "call `optimizer.step()` before `lr_scheduler.step()`",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.WARNING:
            return
        for position, message in enumerate(self.messages):
            if message.matches(graph.query.error):
                inside = graph.only(WarnedInside)
                learns = inside.learns if inside is not None else None
                facts = {"message": position, "error": f"Warning: {graph.query.error}", "inside_learns": learns}
                yield Finding(self.name, "note", "observed", graph.query.chain, facts=facts)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        seen = str(finding.facts["error"]).removeprefix("Warning: ")
        said = (seen,) if LEAK in seen else super().notes(finding)
        harm = HARM.get(self._said(finding).fragments[0])
        return (*said, harm) if harm else said

    def clause(self, finding: Finding) -> str:
        if CHECKPOINT not in finding.facts["error"] or finding.facts["inside_learns"] is None:
            return ""
        if finding.facts["inside_learns"]:
            return "fatal here: parameters inside require gradients, and get none"
        return "harmless here: nothing inside requires a gradient"
