"""Gradients that are averaged over processes: a parameter without a gradient, or with two, leaves them out of step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.passes import FailedPass
from whygrad.evidence.torch_texts import UNFINISHED_REDUCTION
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

MISSING = r"(Parameters|Parameter indices) which did not receive grad for rank \d+: ([\w ,.]+)"


class DistributedReduction(MessageCause):
    name = "distributed-reduction"
    messages = (
        Message(
            ("your training graph has changed in this iteration",),
            "a parameter got a gradient in one step and none in the next, although "
            "`static_graph=True` promises a fixed graph",
            "leave out `static_graph=True`, or use every parameter in every step",
        ),
        Message(
            ("not all `forward` outputs participate in computing loss",),
            "an output of the module is not part of the loss, so its parameters wait for a gradient",
            "put every output into the loss, with `0.0 * output.sum()` if it is otherwise "
            "unused, or return it only when you use it",
            "the previous step left gradients waiting",
        ),
        Message(
            (UNFINISHED_REDUCTION,),
            "parameters got no gradient in the previous step, and the other processes wait for them",
            "remove the parameters that the loss does not depend on, set `requires_grad=False` on them, or pass "
            "`find_unused_parameters=True`",
            "the previous step left gradients waiting",
        ),
        Message(
            ("Expected to mark a variable ready only once", "has been marked as ready twice"),
            "a parameter got a gradient twice in one backward pass, after the first was already reduced",
            "use `checkpoint(…, use_reentrant=False)`, call the module once per backward pass, or pass "
            "`static_graph=True`",
        ),
        Message(
            ("doesn't have any parameter that requires a gradient",),
            "a module without any parameter that requires a gradient was wrapped to average gradients",
            "call the module without `DistributedDataParallel`, or unfreeze its parameters before wrapping it",
            "no parameter of this module requires a gradient",
        ),
        Message(
            ("Modules with uninitialized parameters can't be used with",),
            "a module was wrapped to average gradients before the shapes of its parameters were known",
            "run one forward pass with an example before wrapping it",
        ),
        Message(
            ("Gradient became undefined between defer and flush",),
            "a gradient was removed while it waited to be averaged",
            "do not change `.grad` before the backward pass ends",
        ),
        Message(
            ("Must flatten tensors with uniform `requires_grad`",),
            "frozen and trainable parameters were flattened together",
            "wrap frozen and trainable modules separately, or pass `use_orig_params=True`",
        ),
        Message(
            ("Cannot writeback when the gradient shape changes",),
            "the gradient of a sharded parameter changed its shape",
            "assign gradients of the shape of the sharded parameter",
        ),
        Message(
            ("has gradients None and is expecting to send gradients to stage",),
            "a stage of a pipeline has no gradient to send back: its output does not depend on its input",
            "compute the stage's output from its input, without `.detach()` or `no_grad`",
        ),
        Message(
            (
                "doesn't have a valid autograd context",
                "Autograd context no longer valid",
                "User RRefs require 'dist_autograd_ctx_id'",
            ),
            "a backward pass over several machines was called without a distributed autograd context",
            "wrap forward and backward in `with torch.distributed.autograd.context() as context_id:`",
        ),
        Message(
            ("requires_grad not set on root", "RRef should contain a tensor for .backward()"),
            "a backward pass over several machines was started at a tensor without a gradient",
            "start it at a loss that depends on trainable parameters",
        ),
        Message(
            ("SendRpcBackward didn't receive valid gradients",),
            "a value that was sent to another machine got no gradient back",
            "use the received value in the loss",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            failed = graph.only(FailedPass)
            # A backward pass fails for how the module was made parallel: its options stand there.
            yield replace(finding, chain=failed.replica) if failed is not None and failed.replica else finding

    def notes(self, finding: Finding) -> tuple[str, ...]:
        found = re.search(MISSING, str(finding.facts["error"]))
        said = super().notes(finding)
        if found is None:
            return said
        which = "parameters" if found.group(1) == "Parameters" else "numbers of the parameters"
        number = "" if which == "parameters" else " (positions in `model.parameters()`, from 0)"
        return (f"{which} without gradient{number}: {' '.join(found.group(2).split())}", *said)
