"""`requires_grad`, `retain_grad` or a hook on a tensor that cannot have it: a result, an integer, a constant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._kinds import at_site, involved, made_event
from whygrad.causes._messages import Message, MessageCause
from whygrad.finding import Act, Finding, Step
from whygrad.graph.became import Birth, Kinds, became, way_back
from whygrad.graph.rightful_switches import rightful_switch
from whygrad.graph.sites import parting
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import shown
from whygrad.recording import Switch
from whygrad.source.span import acting_part

ASKS = "requests a gradient even when gradients are off"
TO_FREEZE = "var.detach()"  # torch says so where the flag is set to False
LEAVES, INTEGERS = 0, 1  # the messages about results and about integers


class RequiresGradMisuse(MessageCause):
    name = "requires-grad-misuse"
    messages = (
        Message(
            ("you can only change requires_grad flags of leaf variables",),
            "`requires_grad` was changed on a non-leaf tensor; only leaves have their own flag",
            "use `.detach()` for the value without its gradient; to freeze a parameter, set the flag on the "
            "parameter itself before the forward pass",
            "this tensor is not a leaf: its inputs determine its flag",
        ),
        Message(
            (
                "nly Tensors of floating point dtype can require gradients",
                "nly Tensors of floating point and complex dtype can require gradients",
                "Only Tensors of floating point can require gradients",
            ),
            "`requires_grad` was set on an integer or boolean tensor, which cannot have a gradient",
            "make it a floating-point tensor first (`1.0` instead of `1`, or "
            "`.float()`); for `nn.Parameter` of integers that "
            "should not learn, pass `requires_grad=False` or use `register_buffer`",
            "integers cannot require a gradient",
        ),
        Message(
            ("can't retain_grad on Tensor that has requires_grad=False",),
            "`retain_grad()` was called on a tensor that does not require a gradient",
            "set `requires_grad=True` on an input of the tensor before computing it; tensors in "
            "`backward(inputs=…)` must require a gradient too",
            "no gradient arrives at this tensor",
        ),
        Message(
            ("cannot register a hook on a tensor that doesn't require gradient",),
            "a hook is registered on a tensor that does not require a gradient, so it would never run",
            "set `requires_grad=True` before the tensor is used, or register the hook on "
            "a tensor that depends on a parameter",
            "no gradient passes here",
        ),
        Message(
            ("get the gradient edge for a Tensor that does not require gradients",),
            "the gradient edge of a tensor is requested, but the tensor does not require a gradient",
            "set `requires_grad=True` on the tensor, or on its inputs before computing it",
            "no gradient passes here",
        ),
        Message(
            ("requires_grad must be a bool",),
            "`requires_grad` was set to something other than `True` or `False`",
            "set it to `True` or `False`",
        ),
        Message(
            ("torch.autograd.variable(...) is deprecated",),
            "`torch.autograd.variable` no longer creates tensors",
            "create it with `torch.tensor(…, requires_grad=True)`",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        switch = rightful_switch(graph, verdict)
        for finding in super().find_in_run(graph, verdict if switch is None else Verdict()):
            if switch is not None:
                yield _in_evaluation(graph, finding, switch)
                continue
            said = finding.facts["message"]
            yield (
                _made(graph, finding) if said == INTEGERS else _computed(graph, finding) if said == LEAVES else finding
            )

    def label(self, finding: Finding) -> str:
        if finding.facts.get("act") is Act.MADE and finding.facts["message"] == LEAVES:
            return "computes it with its history, so it is not a leaf"
        if finding.facts.get("act") is Act.MADE:
            return f"`{shown(finding.facts['made'])}` returns {finding.facts['dtype']} values here"
        return ASKS if finding.facts.get("evaluation") else super().label(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        more = ("this line worked earlier in the run, with gradients on",) if finding.facts.get("evaluation") else ()
        return (*super().notes(finding), *more)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("evaluation"):
            return ("request it only if the tensor requires a gradient: `if x.requires_grad:`",)
        if finding.facts.get("act") is Act.MADE and finding.facts["message"] == LEAVES:
            return ("pass the value on without its history: add `.detach()` here",)
        if finding.facts.get("meant"):
            return (
                "set it only on parameters that can learn (`if p.is_floating_point():`), or keep the integers with "
                "`register_buffer`, where `parameters()` does not return them",
            )
        return super().helps(finding)


def _in_evaluation(graph: UncutGraph, finding: Finding, switch: Switch) -> Finding:
    """The finding with the statement that has gradients off for what needs none."""
    off = tuple(Step("", acting_part(place, graph.sources), "gradients are off here") for place in switch.chain[-1:])
    return replace(finding, path=off, facts={**finding.facts, "evaluation": True})


def _made(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding where the value became an integer one: where nothing else uses it there, that is to change."""
    kinds = Kinds(graph)
    for index in involved(graph):
        if kinds.is_integer(index):
            birth = became(graph, index, kinds.is_integer)
            dtype = kinds.dtype(birth.at)
            # A parameter holds integers only where it was told not to learn: they are meant to be integers.
            is_meant = graph.node(index).parameter
            facts = {**finding.facts, "dtype": dtype, "meant": is_meant}
            finding = replace(finding, facts=facts, wanted="" if is_meant else "float32")
            tell = f"the values are {dtype} from here on"
            # Of truth values a mask was made: that it cannot learn is no fault of its making.
            is_mask = any(kinds.dtype(i) == "bool" for i in graph.behind((index,)))
            cures = not is_mask and not is_meant and not graph.has_another_use(birth.at)
            events = made_event(graph, birth, tell, cures=cures)
            return at_site(graph, finding, events, finding.chain, "`requires_grad` is set here")
    return finding


def _computed(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding with the line that made a result of a leaf, which is to change where the value was to be a leaf."""

    def is_result(index: int) -> bool:
        return graph.node(index).requires_grad and graph.node(index).kind == "operation"

    for index in filter(is_result, involved(graph)):
        birth = became(graph, index, is_result)
        if TO_FREEZE in graph.query.error or not _comes_from_inputs(graph, index):
            events = made_event(graph, birth, "this operation makes it a non-leaf tensor", cures=False)
            return at_site(graph, finding, events, finding.chain, "")
        handed_on = next((at for at in way_back(graph, index, is_result) if _comes_round(graph, at)), birth.at)
        events = made_event(graph, Birth(handed_on, birth.certain), "this value is not a leaf")
        return at_site(graph, finding, events, finding.chain, "`requires_grad` is set here")
    return finding


def _comes_from_inputs(graph: UncutGraph, index: int) -> bool:
    """Is all the history of a value that of inputs which were set to require a gradient, and of no model's?"""
    leaves = [node for i in graph.learning_behind((index,)) if (node := graph.node(i)).kind == "leaf"]
    return bool(leaves) and not any(leaf.parameter or leaf.optimized or leaf.unknown for leaf in leaves)


def _comes_round(graph: UncutGraph, index: int) -> bool:
    """Was a value made further down than it is refused, so in the turn of a loop before this one?"""
    made, here = graph.node(index).chain, graph.query.chain
    position = parting(made, here)
    return position is not None and made[position].line > here[position].line
