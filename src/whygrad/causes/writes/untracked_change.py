"""A tensor that gradients go through was changed in a way that autograd cannot follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from whygrad.causes._base import leaf_name
from whygrad.causes._messages import Message, MessageCause, failing_step, raised_inside
from whygrad.evidence.marks import DataReplaced
from whygrad.evidence.passes import FailedPass
from whygrad.finding import Finding, Step
from whygrad.graph.overwrites import node_of_number
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, QueryKind, Write

REPLACING = (".data.__set__", ".set_", ".resize_")
# What torch says where the numbers of elements do not go together; only in a backward pass it is about gradients.
MISFIT = (
    "returned an invalid gradient at index|cannot be multiplied|size mismatch|must match the size|is invalid for input"
)
MISSHAPEN = re.compile(r"got (\[.*?\]) but expected shape compatible with")
REFUSED = "the gradient has the new shape here"


class UntrackedChange(MessageCause):
    name = "untracked-change"
    messages = (
        Message(
            ("Can't detach views in-place",),
            "a view was detached in place, which would cut the path of its base tensor",
            "use `.detach()`, which returns a tensor without history and leaves this one unchanged; in a loop: "
            "`state = state.detach()`",
            "this is a view of another tensor",
        ),
        Message(
            ("Trying to use a saved tensor that has been detached in-place",),
            "`detach_()` detached a value that the backward pass still needs",
            "use `.detach()`, which leaves the value unchanged, or call `detach_()` after the backward pass",
            "the backward pass needs the detached value",
        ),
        Message(
            ("cannot resize variables that require grad", "cannot resize variables that has a forward grad"),
            "a tensor that requires a gradient was resized in place, which has no derivative",
            "create a new tensor: a slice, `F.pad`, or `torch.cat`; for a new parameter, create a new `nn.Parameter`",
            "resizes a tensor that has a gradient",
        ),
        Message(
            ("data set to a tensor that requires gradients must be floating point",),
            "the values of a tensor that requires a gradient were replaced with integers, which cannot have one",
            "convert them first: `tensor.data = values.to(tensor.dtype)`",
            "these values are integers",
        ),
        Message(
            ("Can't call apply_() on Variable that requires grad",),
            "a Python function was applied to the elements of a tensor that requires a gradient",
            "use torch operations, which have a derivative; without gradient: `tensor.detach().apply_(…)`",
            "torch cannot differentiate the Python function",
        ),
        Message(
            ("Can't call map_() on Variable that requires grad", "Can't call map2_() on Variable that requires grad"),
            "a Python function was mapped over the elements of a tensor that requires a gradient",
            "use torch operations, which have a derivative; without gradient: `tensor.detach().map_(…)`",
            "torch cannot differentiate the Python function",
        ),
        Message(
            ("leaf variable has been moved into the graph interior",),
            "an in-place change turned a parameter into a non-leaf tensor, which accumulates no gradient",
            "change parameters only inside `with torch.no_grad():`",
        ),
        Message(
            (),  # torch has many words for it
            "a value was replaced through `.data` between the forward and the "
            "backward pass, with one that does not match",
            "replace values through `.data` before the forward pass or after `backward()`",
            "replaces the values without autograd's knowledge",
        ),
        Message(
            (),
            "a parameter received values of another shape through `.data`, and autograd still expects the old shape",
            "register a new parameter instead, `layer.weight = nn.Parameter(values)`, and create the optimizer again",
            "gives it another shape",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or not re.search(MISFIT, graph.query.error):
            yield from super().find_in_run(graph, verdict)
        elif graph.only(FailedPass) is not None and not raised_inside(graph):
            # Without a replaced value it is another story: a custom Function's, or one that nobody knows.
            facts: dict[str, Any] = {"error": graph.query.error, "root": graph.query.root_name}
            if (replaced := _replaced(graph)) is not None:
                facts["message"] = len(self.messages) - 2
                yield _at_write(graph, Finding(self.name, "error", "observed", (), facts=facts), *replaced)
            elif (found := _reshaped(graph)) is not None:
                leaf, chain = found
                facts |= {"message": len(self.messages) - 1, "reshaped": leaf_name(graph, leaf)}
                path = tuple(Step("backward", place, REFUSED) for place in graph.query.chain[-1:])
                yield Finding(self.name, "error", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        if name := finding.facts.get("reshaped"):
            return (
                f"`{name}` received values of another shape through `.data`, and autograd still expects the old shape"
            )
        name = finding.facts.get("replaced")
        if not name:
            return super().subject(finding)
        return f"the values of `{name}` were replaced between the forward and the backward pass"


def _replaced(graph: UncutGraph) -> tuple[int, Write] | None:
    """The step that failed (or any behind the root) and the first replacing of a value that it works with."""
    step = failing_step(graph)
    failing = node_of_number(graph, step.number) if step is not None else None
    steps = graph.behind(graph.query.roots) if failing is None else [failing]
    writes = [w for w in graph.recording.writes if w.op.endswith(REPLACING)]
    found = [(i, w) for i in steps for w in writes if _is_between(graph, i, w)]
    return min(found, key=lambda pair: pair[1].clock, default=None)


def _reshaped(graph: UncutGraph) -> tuple[int, Chain] | None:
    """A leaf whose values were replaced by those of another shape, where a pass expects the shape of before.

    What autograd keeps for a leaf lives as long as a graph that leads to it, as that of the previous loss does.
    """
    shapes = MISSHAPEN.search(graph.query.error)
    if shapes is None:
        return None
    writes = {w.old: w.chain for w in graph.recording.writes if w.op.endswith(REPLACING)}  # the latest of each leaf
    for leaf in graph.behind(graph.query.roots):
        mark, shape = graph.node(leaf).mark, list(graph.node(leaf).shape)
        chain = mark.chain if isinstance(mark, DataReplaced) else writes.get(leaf)
        if chain and str(shape) == shapes[1]:
            return leaf, chain
    return None


def _is_between(graph: UncutGraph, index: int, write: Write) -> bool:
    node = graph.node(index)
    return node.requires_grad and write.old in node.inputs and write.clock >= node.clock


def _at_write(graph: UncutGraph, finding: Finding, index: int, write: Write) -> Finding:
    node = graph.node(index)
    op = node.spelling
    steps = [Step(op, node.place, f"`{op}` used the old values")] if node.place else []
    steps += [Step("backward", place, "this pass uses the new ones") for place in graph.query.chain[-1:]]
    name = leaf_name(graph, write.old) if write.old is not None else ""
    return replace(finding, chain=write.chain, path=tuple(steps), facts={**finding.facts, "replaced": name})
