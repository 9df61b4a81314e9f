"""Gradients that are averaged over processes: a parameter without a gradient, or with two, leaves them out of step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.passes import FailedPass
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

MISSING = r"(Parameters|Parameter indices) which did not receive grad for rank \d+: ([\w ,.]+)"


class DistributedReduction(MessageCause):
    name = "distributed-reduction"
    messages = (
        Message(
            ("your training graph has changed in this iteration",),
            "a parameter got a gradient in one step and none in the next, although the graph was said to be fixed",
            "leave out `static_graph=True`, or use every parameter in every step",
        ),
        Message(
            ("not all `forward` outputs participate in computing loss",),
            "an output of the module is not part of the loss, so the parameters behind it wait for a gradient",
            "put every output into the loss, with `0.0 * output.sum()` where it has no other part, or return it only "
            "when it is used",
            "the step before this one left gradients waiting",
        ),
        Message(
            ("Expected to have finished reduction in the prior iteration",),
            "parameters got no gradient in the step before, and the other processes wait for their average",
            "remove the parameters that the loss does not depend on, set `requires_grad=False` on them, or pass "
            "`find_unused_parameters=True`",
            "the step before this one left gradients waiting",
        ),
        Message(
            ("Expected to mark a variable ready only once", "has been marked as ready twice"),
            "a parameter got its gradient twice in one backward pass, and it had been sent after the first",
            "use `checkpoint(…, use_reentrant=False)`, call the module once per backward pass, or pass "
            "`static_graph=True`",
        ),
        Message(
            ("doesn't have any parameter that requires a gradient",),
            "a module without any parameter that requires a gradient was wrapped to average gradients",
            "call the module without `DistributedDataParallel`, or switch on what should learn before it is wrapped",
            "no parameter of this module requires a gradient",
        ),
        Message(
            ("Modules with uninitialized parameters can't be used with",),
            "a module was wrapped to average gradients before the shapes of its parameters were known",
            "run one forward pass with an example before it is wrapped",
        ),
        Message(
            ("Gradient became undefined between defer and flush",),
            "a gradient was taken away while it waited to be averaged",
            "leave `.grad` as it is until the backward pass has ended",
        ),
        Message(
            ("Must flatten tensors with uniform `requires_grad`",),
            "frozen and learning parameters were put into one block of sharded memory",
            "wrap frozen and learning modules separately, or pass `use_orig_params=True`",
        ),
        Message(
            ("Cannot writeback when the gradient shape changes",),
            "the gradient of a sharded parameter was given another shape",
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
            "a backward pass over several machines was called without the context that collects its gradients",
            "wrap forward and backward in `with torch.distributed.autograd.context() as context_id:`",
        ),
        Message(
            ("requires_grad not set on root", "RRef should contain a tensor for .backward()"),
            "a backward pass over several machines was started at something that has no gradient",
            "start it at a loss that is computed from what learns",
        ),
        Message(
            ("SendRpcBackward didn't receive valid gradients",),
            "a value that was sent to another machine got no gradient back",
            "use the value that arrives there in the loss",
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
        number = "" if which == "parameters" else " (counted as `model.parameters()` gives them, from 0)"
        return (f"{which} without gradient{number}: {' '.join(found.group(2).split())}", *said)
