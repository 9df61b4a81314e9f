"""A checkpoint that is asked for what its kind cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

CALL = "CheckpointFunction.apply"

CHOSEN = ("torch.utils.checkpoint is incompatible with .grad()", "Checkpointing is not compatible with .grad()")
MODERN = "pass `use_reentrant=False` to `checkpoint`"


class CheckpointMisuse(MessageCause):
    name = "checkpoint-misuse"
    messages = (
        Message(
            CHOSEN,
            "gradients of chosen tensors were asked through a reentrant checkpoint, which can only collect all of them",
            f"{MODERN}, or call `backward()` without `inputs=` and read `.grad`",
            "`torch.autograd.grad` and `inputs=` do not get through the checkpoint",
        ),
        Message(
            ("none of output has requires_grad=True, this checkpoint() is not necessary",),
            "a gradient reached a reentrant checkpoint whose function returns nothing that requires a gradient",
            "look for what cuts the path inside the function (`.detach()`, `no_grad`), or leave out the checkpoint",
            "the checkpoint's function is run again here, without a result to differentiate",
        ),
        Message(
            ("Unpack is being triggered for a tensor that was already unpacked once",),
            "what a checkpoint computed again was read twice, and it is kept only for one reading",
            "call `backward` with `retain_graph=True`, or read `ctx.saved_tensors` once, into variables",
        ),
        Message(
            ("Trying to backward an extra time. You are only allowed to backward once on any region",),
            "a backward pass went a second time through a selective checkpoint, which serves only one",
            "sum the losses and call `backward()` once, or run the forward pass again",
        ),
        Message(
            ("is only supported when use_reentrant=False",),
            "a reentrant checkpoint was given an argument that only the other kind takes",
            MODERN,
        ),
        Message(
            ("determinism_check should be one of", "debug=True is incompatible with non-default context_fn"),
            "a checkpoint was called with options that do not go together",
            'leave out `determinism_check` (or pass `"default"` or `"none"`), and use `debug` without `context_fn`',
        ),
        Message(
            ("device state was initialized in the forward pass of a Checkpoint",),
            "a device was first used inside a checkpointed function, so its random numbers cannot be repeated",
            "use the device once before the checkpoint, or pass `preserve_rng_state=False`",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            behind = graph.behind(graph.query.roots) if self._said(finding).fragments == CHOSEN else ()
            calls = [i for i in behind if graph.node(i).op == CALL and graph.node(i).chain]
            latest = max(calls, key=lambda i: graph.node(i).clock, default=None)
            if latest is None:
                yield finding
                continue
            asked = tuple(Step("grad", place, "chosen gradients are asked for here") for place in finding.chain[-1:])
            yield replace(finding, chain=graph.node(latest).chain, path=asked)
