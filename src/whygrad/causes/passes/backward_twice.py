"""A second backward pass through a graph whose saved values the first one has freed."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes import _unreset
from whygrad.causes._base import Cause, leaf_name, root_name
from whygrad.causes._messages import FREED
from whygrad.causes._silent import counted
from whygrad.causes.passes._generated_values import generated
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.missed_cuts import Missed, missed_cut
from whygrad.graph.missed_resets import missed_reset
from whygrad.graph.sharing import Shared, blamed_chain, find_shared, of_one_forward
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Node, Place, QueryKind
from whygrad.source.patterns.arguments import computed_argument, passes_on
from whygrad.walk import breadth_first

RESETTING = frozenset({"zero", "fill"})
NEAR = 8  # operations from the carried value on
LABELS = {
    Missed.DROPPED: "returns a detached tensor, which nothing keeps",
    Missed.OUTSIDE: "detaches the value once, not in every iteration",
    Missed.IN_PART: "detaches only part of what is carried over",
    Missed.UNLISTED: "the names of the states to detach do not include this one",
    Missed.DECLARED: "the names of the states to detach do not include this state",
    Missed.LEFT_OUT: "returns the value unchanged, with its graph",
}
DETACH = {
    Missed.DROPPED: "keep what `.detach()` returns: `h = h.detach()`; it leaves the tensor itself unchanged",
    Missed.OUTSIDE: "detach the value inside the loop, before it is used again",
    Missed.IN_PART: "detach every value that the next iteration uses",
    Missed.UNLISTED: "add the name of the attribute that keeps the value",
    Missed.DECLARED: "add the name of this attribute to the names of the states to detach",
    Missed.LEFT_OUT: "detach the value here, if the next iteration should not go back through it",
}


class BackwardTwice(Cause):
    name = "backward-twice"
    yields_to = ("checkpoint-misuse", "function-transforms")  # which know of passes inside others
    inferred = "whygrad observed that the value is shared; the line that keeps it is inferred from the source"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or not any(f in graph.query.error for f in FREED):
            return
        shared = find_shared(graph)
        root = root_name(graph)
        reset = _reset(graph, shared) if shared else None
        data = generated(graph, shared) if shared and not reset else None
        missed = missed_cut(graph, shared) if shared and not reset and not data else None
        unreset = missed_reset(graph, shared) if shared and not (reset or missed or data) else None
        blamed = missed.chain if missed else blamed_chain(graph, shared) if shared else graph.query.chain
        blamed = unreset.chain if unreset else data.chain if data else blamed
        plain = None if reset or missed or unreset else shared
        freed = graph.node(plain.earlier).chain if plain else ()
        given = bool(freed) and passes_on(freed[-1], "retain_graph", graph.sources)
        decided = computed_argument(freed[-1], "retain_graph", graph.sources) if freed and not given else None
        if decided is not None:
            blamed = (*freed[:-1], decided)
        kept = tuple(Step("store", place, "keeps it until then") for place in blamed[-1:]) if reset else ()
        kept = (Step("store", missed.store, "keeps the value, with its graph"),) if missed and missed.store else kept
        kept = _unreset.steps_of(unreset) if unreset else kept
        kept = tuple(Step("", each[-1], "so does this") for each in data.asked[1:]) if data else kept
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="inferred" if missed or unreset else _evidence(graph, shared, reset or decided or data),
            chain=reset.chain if reset else blamed,
            path=(*kept, *(_path(graph, shared, (*(k.place for k in kept), *blamed[-1:])) if shared else ())),
            facts={
                "reset": reset.spelling if reset else "",
                "decided": decided is not None,
                "root": root,
                "carried": leaf_name(graph, shared.carried) if shared else "",
                "itself": bool(shared and shared.used is None),
                "missed": missed.how if missed else None,
                "unreset": unreset,
                "untrained": data.leaves if data else (),
                "asked": len(data.asked) if data else 0,
                "two_losses": bool(shared and of_one_forward(graph, shared)),
            },
            wording=Wording(inferred=_unreset.inferred_of(unreset) if unreset else True),
        )

    def subject(self, finding: Finding) -> str:
        if finding.facts["itself"]:
            return f"`{finding.facts['root']}` runs backward a second time"
        root, carried = finding.facts["root"], finding.facts["carried"]
        if carried == root:
            return (
                f"an earlier `{root}` was computed before a previous `backward()`, and the new `{root}` uses it again"
            )
        what = f"`{carried}`" if carried else "a value"
        return f"{what} was computed before an earlier `backward()`, and `{root}` uses it again"

    def clause(self, finding: Finding) -> str:
        return "the earlier pass has freed the graph behind it"

    def label(self, finding: Finding) -> str:
        if finding.facts["reset"]:
            return "sets its values, and keeps the graph behind it"
        if finding.facts["missed"]:
            return LABELS[finding.facts["missed"]]
        if finding.facts["unreset"]:
            return _unreset.label_of(finding.facts["unreset"])
        if finding.facts["asked"]:
            return "requires a gradient, and no step changes it"
        if finding.facts["decided"]:
            return "false in the pass that frees the graph"
        return "the second pass" if finding.facts["itself"] else "the first pass frees the graph of this value"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["reset"]:
            method = finding.facts["reset"]
            return (
                f"create a new tensor instead, as `torch.zeros_like(…)` does, or call `.detach_()` before `{method}()`",
            )
        if finding.facts["missed"]:
            return (DETACH[finding.facts["missed"]],)
        if finding.facts["unreset"]:
            return (_unreset.help_of(finding.facts["unreset"]),)
        if finding.facts["decided"]:
            return (
                "pass `retain_graph=True` to every pass through it except the last, or add the losses and run one pass",
            )
        names, asked = finding.facts["untrained"], finding.facts["asked"]
        if names or asked:
            none = f"without `requires_grad=True`: no step changes {'it' if len(names) == 1 else 'them'}"
            if asked:
                return (f"create {counted(names, 'such constants')} {none}; or `.detach()` the values",)
            return (f"`.detach()` the value here, or create {counted(names)} {none}",)
        if finding.facts["two_losses"]:
            return ("add the two losses and call `backward()` once, or pass `retain_graph=True` to the first call",)
        if finding.facts["itself"]:
            return ("run backward through it once, or pass `retain_graph=True` to the earlier pass if you need both",)
        return (
            "recompute it for every `backward()`, or `.detach()` it where you carry it over as a plain value; "
            "if two losses share one forward pass, add them and call `backward()` once; "
            "`retain_graph=True` does not help if parameters are updated in between",
        )


def _reset(graph: UncutGraph, shared: Shared) -> Node | None:
    """A write of a constant into the carried value: it looks like a fresh start, and has the old history."""
    near = breadth_first((shared.carried,), lambda at: graph.users.get(at, ()), NEAR)
    for node in map(graph.node, near):
        if node.act in RESETTING and node.spelling.endswith("_") and node.chain and node.requires_grad:
            return node
    return None


def _evidence(graph: UncutGraph, shared: Shared | None, seen_to_run: object) -> str:
    """A line that keeps the value was not seen to run: only the source tells of it."""
    if seen_to_run:
        return "observed"
    if shared is None:
        return "unknown"
    nodes = [i for i in (shared.earlier, shared.carried, shared.used) if i is not None]
    nodes += graph.users.get(shared.carried, [])
    seen = {place for i in nodes for place in graph.node(i).chain} | set(graph.query.chain)
    return "observed" if set(blamed_chain(graph, shared)[-1:]) <= seen else "inferred"


def _path(graph: UncutGraph, shared: Shared, told: tuple[Place, ...]) -> tuple[Step, ...]:
    steps = []
    call, carried = graph.node(shared.earlier), graph.node(shared.carried)
    if carried.place:
        steps.append(Step(carried.op, carried.place, "computed here, once"))
    if call.place:
        steps.append(Step("backward", call.place, f"pass {call.number} of the run, which freed the graph"))
    lines = {(p.file, p.line) for p in told}
    return tuple(s for s in steps if (s.place.file, s.place.line) not in lines)
