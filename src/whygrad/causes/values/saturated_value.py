"""A bounded function outside the range in which it has a slope: a dead ReLU, a clamp at its limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad import walk
from whygrad.causes._base import leaf_name
from whygrad.causes._silent import loss_operations, reachable
from whygrad.causes.values._zeros import BOUNDED, ZeroCause, made_zero, zeroed
from whygrad.evidence.tensors import UnseenWrite
from whygrad.evidence.values import AllZeroSince, StarvingLeaf, StuckBeyondLimit
from whygrad.finding import Act, Event, Finding, Step
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import CASTING, SCALING, SUMMING, VIEWS, WEIGHING
from whygrad.recording import QueryKind
from whygrad.source.patterns.inplace_modules import layer_by_helper, layer_by_number, layer_made

CONSTANT = (
    "check the `dim` of the softmax, or scale the logits down: a softmax of one element or of large logits is flat"
)
SMOOTH = {
    "clamp": "start the value inside the range, or bound it smoothly with `tanh` or `sigmoid`",
    "relu": "start with smaller weights or a smaller learning rate, or use `leaky_relu`, whose slope is never 0",
    "softmax": CONSTANT,
    "log_softmax": CONSTANT,
}
ENDING = {  # of the function that makes the output
    "clamp": "clamp the output only where it is not trained, or bound it smoothly with `sigmoid`",
    "relu": "remove `relu` after the last layer, or use `softplus`, whose slope is never 0",
}
IN_PLACE = "limit the parameter itself after each step, `with torch.no_grad(): p.clamp_(low, high)`, and use it "
IN_PLACE += "unclamped in the forward pass"
SPREADS = ("std", "var")  # and `std_mean`, `var_mean`: flat where all values are equal
FLAT_AT_ZERO = ("relu", "relu6", "abs")
PRODUCTS = WEIGHING | {"mul"}
DYING = ("Relu", "Threshold", "Clamp", "ClampMin", "ClampMax", "Hardtanh", "Hardsigmoid", "Hardswish", "Sigmoid",
         "Tanh")  # fmt: skip
LOW = 0.05  # of the largest loss: a model that fits its data may well have no gradient left
NEAR = 4  # operations between a product and the function that is flat
HINGES = ("relu", "clamp", "clip", "threshold", "maximum", "max")


class SaturatedValue(ZeroCause):
    name = "saturated-value"
    inferred = "the layer that applies it is inferred from the source"
    kinds = BOUNDED

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        since = graph.only(AllZeroSince)
        if since is not None and since.loss > LOW * since.largest:
            yield from self._died(graph, since)

        for stuck in graph.evidence(StuckBeyondLimit) if graph.query.kind is QueryKind.TRAINING else ():
            lost = [stuck.name] if stuck.name else []
            yield self.finding(self.severity, stuck.chain, lost, op=stuck.op, stuck=stuck, read=False)

    def _died(self, graph: UncutGraph, since: AllZeroSince) -> Iterator[Finding]:
        """One function that became flat for every element while the loss was still high: nothing brings it back."""
        zeros = zeroed(graph)
        if len(zeros) == 1 and zeros[0].node in DYING and not zeros[0].cancelled and not _is_margin(graph, zeros[0].at):
            finding = self.found(graph, zeros[0], graph.node(zeros[0].at).chain)
            facts = {**finding.facts, "since": since, "ends_model": _ends_the_model(graph, zeros[0].at)}
            yield _at_its_layer(graph, replace(finding, facts=facts))

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        last, behind = loss_operations(graph), reachable(graph)
        # What was written behind autograd's back is what the derivative is computed from: the function may not be flat.
        rewritten = {graph.node(write.at).chain for write in graph.evidence(UnseenWrite)}
        for finding in super().find_silent(graph):
            if graph.node(finding.facts["at"]).chain in rewritten:
                continue
            hinge = str(finding.facts["op"]).endswith("_loss") or str(finding.facts["op"]).startswith(HINGES)
            # A margin that is kept already is no mistake, unless the program asks for its gradient. What the loss has
            # another use for is a value that the model computes, not a margin.
            at = _in_the_look(graph, finding.facts["at"], behind)
            users = [user for user in graph.users.get(at, ()) if user in behind]
            is_margin = at in last and last.issuperset(users)
            if not hinge or finding.facts["read"] or not is_margin:
                yield _at_its_zeros(graph, finding) or _at_its_layer(graph, finding)

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("stuck"):
            return f"its values have passed the limit of `{finding.facts['op']}`, so no gradient brings them back"
        if zeros := finding.facts.get("zeros"):
            op = finding.facts["op"]
            return f"every input of `{op}` is 0, where its derivative is 0, because `{zeros}` is all zeros"
        if _is_spread(finding):
            return f"all values that `{finding.facts['op']}` gets are equal, and its gradient there is 0"
        return f"every input is in a range where `{finding.facts['op']}` is flat"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("zeros"):
            return "all zeros from here on"
        if finding.facts.get("stuck"):
            return "flat beyond its limit, so no gradient passes"
        if _is_spread(finding):
            return "passes no gradient, because all values are equal"
        return "flat for every element, so no gradient passes"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op = str(finding.facts["op"])
        if finding.facts.get("stuck"):
            return (IN_PLACE,)
        if finding.facts.get("zeros"):
            return (f"start with small random values, or use a function with a slope at 0 instead of `{op}`",)
        if _is_spread(finding):
            return ("start with different values, such as small random ones",)
        ways = ENDING if finding.facts.get("ends_model") else SMOOTH
        found = next((text for name, text in ways.items() if op.startswith(name)), "")
        return (found or "keep the inputs in the range where the function is not flat",)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        since, stuck = finding.facts.get("since"), finding.facts.get("stuck")
        if isinstance(stuck, StuckBeyondLimit):
            steps = f"all zeros at every inspected step since step {stuck.step}, of {stuck.steps} steps"
            return (steps, f"the gradient that arrives at `{stuck.op}` would move the values back into the range")
        if not isinstance(since, AllZeroSince):
            return super().notes(finding)
        before = "not all of them were zeros before"
        return (f"all zeros at every inspected step since step {since.step}, of {since.steps} steps; {before}",)


def _is_spread(finding: Finding) -> bool:
    return str(finding.facts["op"]).startswith(SPREADS)


def _in_the_look(graph: UncutGraph, at: int, behind: set[int]) -> int:
    """The same operation in the pass that was copied: values may have been read at an earlier one."""
    node = graph.node(at)
    alike = (i for i in sorted(behind) if graph.node(i).act == node.act and graph.node(i).chain == node.chain)
    return at if at in behind else next(alike, at)


def _is_margin(graph: UncutGraph, at: int) -> bool:
    """Is the loss, or a part of it, a multiple of the values? Then zeros are what it aims at."""
    parts = SUMMING | SCALING | {"backward"}
    return at in walk.reachable(graph.query.roots, lambda i: graph.node(i).inputs if graph.node(i).act in parts else ())


def _ends_the_model(graph: UncutGraph, at: int) -> bool:
    """Does no parameter come in between the operation and the loss?"""
    behind = reachable(graph)
    above = walk.breadth_first((at,), lambda i: [user for user in graph.users.get(i, ()) if user in behind])
    return not any(graph.node(i).parameter for user in above if user != at for i in graph.node(user).inputs)


def _at_its_zeros(graph: UncutGraph, finding: Finding) -> Finding | None:
    """The finding where a parameter became all zeros, where every input is 0 for that."""
    flat = graph.node(finding.facts["at"])
    empty = {s.leaf for s in graph.evidence(StarvingLeaf) if s.all_zero and s.leaf is not None}
    factors = _parameters_in(graph, finding.facts["at"]) if flat.act in FLAT_AT_ZERO else []
    chains = made_zero(graph, factors) if factors and empty.issuperset(factors) else []
    if not chains or flat.place is None:
        return None
    path = (Step(flat.op, flat.place, "its derivative at 0 is 0, so no gradient passes"),)
    facts = {**finding.facts, "zeros": leaf_name(graph, factors[0]) or "a parameter"}
    return replace(finding, chain=chains[0], path=path, facts=facts)


def _parameters_in(graph: UncutGraph, at: int) -> list[int]:
    """The parameters of the product that a function is given, or the one that it is given, be it in another shape."""
    for _ in range(NEAR):
        if not graph.node(at).inputs:
            break
        at = graph.node(at).inputs[0]
        if graph.node(at).parameter:
            return [at]
        if graph.node(at).act in PRODUCTS:
            return [i for i in graph.node(at).inputs if graph.node(i).parameter]
        if graph.node(at).act not in VIEWS | CASTING:
            break
    return []


def _at_its_layer(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding where the layer is made that applies the function, where the program's line calls a whole network."""
    node = graph.node(finding.facts["at"])
    files = graph.recording.sources
    made = layer_made(node.act, node.place, files, graph.sources, inside=True) if node.place is not None else None
    if made is None and node.place is not None:
        met = map(graph.node, reachable(graph))
        alike = [n.clock for n in met if n.act == node.act and n.chain == node.chain]
        number = sum(clock < node.clock for clock in alike)
        made = layer_by_number(node.act, node.place, number, len(alike), files, graph.sources)
        made = made or layer_by_helper(node.act, node.place, files, graph.sources)
    if made is None:
        return finding
    events = (
        Event(Act.USED, node.chain, "it runs here", cures=False),
        Event(Act.MADE, (*node.chain, made), observed=False),
    )
    site = site_of(events, graph.sources)
    assert site is not None
    return replace(finding, chain=site.chain, path=site.shown, evidence=site.evidence, events=events)
