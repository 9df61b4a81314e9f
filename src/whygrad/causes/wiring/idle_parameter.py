"""A parameter that an optimizer holds and that took no part in any loss of this run: perhaps as it should be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._asleep import left_in_eval
from whygrad.causes._silent import (
    SilentCause,
    counted,
    idle_leaves,
    names,
    puts_without_effect,
    reachable,
    steps_taken,
    unreached,
    updates_without_effect,
)
from whygrad.evidence.holdings import LateLeaf, RenewedLeaf
from whygrad.evidence.modules import HookedModule, StrayLeaf, WrappedPart
from whygrad.evidence.of_one_cause.abandoned_terms import DroppedResult, UnusedResult
from whygrad.evidence.steps import HoldingOptimizer, SiblingOptimizers
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.patterns.blocks import is_conditional
from whygrad.source.patterns.dropped import Dropping, dropping_call
from whygrad.source.patterns.stores import is_carried
from whygrad.source.sharing.twins import called_twice
from whygrad.source.sharing.unread import is_only_set

STEPS = 8  # of an optimizer that never finds a gradient: a part of the training may well come later
DROPPED = "computed here and never used"
UNREAD = "whygrad observed that no loss depends on this value, and infers from the source that no code reads it"
Rest = tuple[str, str]  # of a dotted name: what stands before one of its parts, and behind it


class IdleParameter(SilentCause):
    name = "idle-parameter"
    also = "also idle"
    inferred = "whygrad observed that nothing calls it, and infers from the source that no code reads it"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is QueryKind.ASLEEP:
            without = unreached(graph)
            for chain, leaves in left_in_eval(graph).items():
                if idle := [i for i in leaves if i in without]:
                    yield self.finding("warning", chain, names(graph, idle), left=True)
        if graph.query.kind is QueryKind.TRAINING:
            yield from self._dropped(graph)
            yield from self._unused(graph)
        if graph.query.kind is not QueryKind.SILENT:
            return
        put = {i for d in (False, True) for _, lost in puts_without_effect(graph, verdict, d) for i in lost}
        put |= updates_without_effect(graph, verdict).keys()
        idle = [i for i in idle_leaves(graph, verdict) if i not in put]
        for chain, (part, leaves) in _around_what_runs(graph, set(idle)).items():
            idle = [i for i in idle if i not in leaves]
            yield self.finding("warning", chain, names(graph, leaves), part=part)
        for place, twin, leaves in _twins_called_twice(graph, idle):
            idle = [i for i in idle if i not in leaves]
            yield self.finding("warning", (place,), names(graph, leaves), Wording(inferred=True), twin=twin)
        for chain, (one, other, leaves) in _hooked_in_their_place(graph, idle).items():
            idle = [i for i in idle if i not in leaves]
            yield self.finding("warning", chain, names(graph, leaves), hooked=one, unhooked=other)
        renewed = _renewed_alone(graph, idle)
        if renewed:
            facts = {"steps": steps_taken(graph), "renewed": True}
            yield self.finding("error", graph.node(renewed[0]).chain, names(graph, idle), **facts)
        elif idle and _is_whole_optimizer(graph, idle):
            holding = graph.only(HoldingOptimizer)
            chain = holding.made if holding is not None else ()
            # One of several heads, each with its own optimizer: this run may have had no data for it.
            has_twins = graph.evidence(SiblingOptimizers) and _are_alike(graph, idle)
            severity = "note" if has_twins else "error"
            yield self.finding(severity, chain, names(graph, idle), steps=steps_taken(graph), whole=True)
        elif idle:
            found = self.finding("note", graph.node(idle[0]).birth, names(graph, idle), steps=steps_taken(graph))
            yield replace(found, unread=_unread(graph, found.lost) if steps_taken(graph) >= STEPS else ())
        yield from self._unknown(graph, verdict)

    def _dropped(self, graph: UncutGraph) -> Iterator[Finding]:
        """What is computed and dropped, where the same call returns a constant, whatever happens."""
        found: dict[Chain, list[DroppedResult]] = {}
        for dropped in graph.evidence(DroppedResult):
            if dropped.constant and dropped.chain and not is_conditional(dropped.constant[-1], graph.sources):
                found.setdefault(dropped.constant, []).append(dropped)
        for chain, several in found.items():
            path = tuple(Step("", place, DROPPED) for place in dict.fromkeys(d.chain[-1] for d in several))
            lost = dict.fromkeys(name for dropped in several for name in dropped.lost)
            facts = {"filler": graph.text(chain[-1]).strip()}
            yield Finding(self.name, "warning", "observed", chain, path, tuple(lost), facts, is_fallback=True)

    def _unused(self, graph: UncutGraph) -> Iterator[Finding]:
        """What is computed by a call whose result no statement reads."""
        found: dict[Place, tuple[Dropping, dict[str, None]]] = {}
        for unused in graph.evidence(UnusedResult):
            dropping = dropping_call(unused.chain, unused.shared, graph.sources)
            if dropping is not None:
                found.setdefault(dropping.chain[-1], (dropping, {}))[1].update(dict.fromkeys(unused.lost))
        for dropping, lost in found.values():
            by = dropping.replaced if not dropping.is_loop else None
            path = (Step("", by, f"overwrites `{dropping.name}`"),) if by is not None else ()
            finding = self.finding("warning", dropping.chain, lost, Wording(inferred=UNREAD), unread=dropping)
            yield replace(finding, path=path, is_fallback=True)

    def _unknown(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        """What starves and was not found behind the part of the loss that is known."""
        told = {route.leaf for blame in verdict.blames for route in blame.routes} | reachable(graph)
        unknown = [i for i in graph.query.wrt if i not in told] if graph.is_partial and graph.ends_unknown() else []
        if unknown:
            chain = graph.node(unknown[0]).birth
            facts = {"steps": steps_taken(graph), "unknown": True}
            yield Finding(self.name, "note", "unknown", chain, lost=tuple(names(graph, unknown)), facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("left"):
            return f"{counted(finding.lost)} no longer {'affects' if len(finding.lost) == 1 else 'affect'} the loss"
        return f"{counted(finding.lost)} got no gradient in this run"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("filler"):
            them = "it" if len(finding.lost) == 1 else "them"
            return f"the value computed from {them} is dropped, and the loss gets a constant instead"
        if finding.facts.get("unread"):
            them = "it" if len(finding.lost) == 1 else "them"
            return f"the value computed from {them} is dropped"
        if finding.facts.get("part"):
            return f"part of a wrapper around `{finding.facts['part']}`, which runs without the wrapper"
        if finding.facts.get("twin"):
            return (
                f"never called, while `{finding.facts['twin']}`, created the same way, is called twice in one statement"
            )
        if finding.facts.get("hooked"):
            one, other = finding.facts["hooked"], finding.facts["unhooked"]
            return f"`{one}` has two hooks, from two lines, and `{other}` has none"
        if finding.facts.get("left"):
            return "the module stays in `eval()` mode while training continues"
        if finding.facts.get("renewed"):
            return "the loss depends on no parameter, only on a tensor created after the previous step"
        if finding.facts.get("whole"):
            return f"no parameter of this optimizer had a gradient at any of its {finding.facts['steps']} steps"
        if finding.facts.get("unknown"):
            return "whygrad does not know whether a loss uses it"
        return "not part of any loss"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("filler"):
            return "a constant, and nothing is written to it"
        if finding.facts.get("unread"):
            return _how_dropped(finding.facts["unread"])
        if finding.facts.get("part"):
            return "only rebinds the variable: the model keeps the old part"
        if finding.facts.get("twin"):
            return f"calls `{finding.facts['twin']}` a second time"
        if finding.facts.get("hooked"):
            return f"a second hook on `{finding.facts['hooked']}`"
        if finding.facts.get("left"):
            return "switched here and never switched back with `train()`"
        if finding.facts.get("renewed"):
            return "the backward pass ends at this tensor, which has no history"
        if finding.facts.get("whole"):
            return "this optimizer steps without a gradient"
        return "created here" if finding.facts.get("unknown") else "created here and used in no loss"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("filler"):
            return (f"return the computed value, or write it to the result of `{finding.facts['filler']}`",)
        if finding.facts.get("unread"):
            if finding.facts["unread"].is_loop:
                return ("use the result of every iteration: pass it on to the next one, or collect all of them",)
            return ("compute the loss from this result, or delete the call and its parameters",)
        if finding.facts.get("part"):
            return ("put it into the model: `setattr(parent, name, new)`, or `parent[index] = new`",)
        if finding.facts.get("twin"):
            return ("call each layer once, or delete the unused one",)
        if finding.facts.get("hooked"):
            return (f"register it on `{finding.facts['unhooked']}`",)
        if finding.facts.get("left"):
            return ("call `train()` before training continues",)
        if finding.facts.get("renewed"):
            return ("compute the loss from the model's output with operations that have a derivative",)
        return ("let the loss depend on the parameters that should learn, and leave the others out of the optimizer",)


def _how_dropped(dropping: Dropping) -> str:
    if dropping.is_loop:
        return f"each iteration overwrites `{dropping.name}` before any code reads it"
    if dropping.replaced is not None:
        return f"no code reads `{dropping.name}` before it is overwritten"
    return f"no code reads `{dropping.name}` after this" if dropping.name else "no code uses this result"


def _renewed_alone(graph: UncutGraph, idle: list[int]) -> list[int]:
    """What each pass ends at instead of the optimizer's parameters: leaves alone that a step makes for itself."""
    renewed = {seen.leaf for seen in graph.evidence(RenewedLeaf)}
    reached = [i for i in sorted(graph.learning_behind(graph.query.roots)) if graph.node(i).kind == "leaf"]
    return reached if reached and renewed.issuperset(reached) and _is_all_it_holds(graph, idle) else []


def _is_whole_optimizer(graph: UncutGraph, idle: list[int]) -> bool:
    """Is it all that the optimizer holds, while it steps again and again, and nobody else waits for an optimizer?"""
    waits = graph.evidence(LateLeaf) or any(map(_waits, graph.evidence(StrayLeaf)))
    return not waits and _is_all_it_holds(graph, idle)


def _is_all_it_holds(graph: UncutGraph, idle: list[int]) -> bool:
    holding = graph.only(HoldingOptimizer)
    everything = holding is not None and len(idle) == sum(holding.groups)
    return everything and steps_taken(graph) >= STEPS and not graph.query.read and bool(graph.query.roots)


def _unread(graph: UncutGraph, lost: tuple[str, ...]) -> tuple[str, ...]:
    """Those that lie in an attribute which the program sets and never reads."""
    texts, parts = graph.sources.all_texts(), {part for name in lost for part in name.split(".")[1:]}
    only_set = {part for part in parts if is_only_set(part, texts)}
    return tuple(name for name in lost if not only_set.isdisjoint(name.split(".")[1:]))


def _waits(stray: StrayLeaf) -> bool:
    """Was it forgotten? Where the optimizer holds another part of the same model, it was left out by choice."""
    owner = stray.owner
    chosen = owner.partly_held and owner.alone != "own" and owner.hidden is None
    return not chosen or bool(stray.unfrozen) or bool(stray.born)


def _around_what_runs(graph: UncutGraph, idle: set[int]) -> dict[Chain, tuple[str, list[int]]]:
    """Where parts were made around others that run without them: `layer = Adapter(layer)`, and nothing more."""
    used = reachable(graph)
    found: dict[Chain, tuple[str, list[int]]] = {}
    for wrapper in graph.evidence(WrappedPart):
        own = wrapper.own
        chain = graph.node(own[0]).chain if own else ()
        while len(chain) > 1 and chain[-1].function.rpartition(".")[2] == "__init__":
            chain = chain[:-1]
        runs = any(i in used or graph.users.get(i) for i in own)
        around = chain and idle.issuperset(own) and not runs and used.intersection(wrapper.shared)
        if around and is_carried(chain[-1], graph.sources):
            found.setdefault(chain, (wrapper.part, []))[1].extend(own)
    return found


def _twins_called_twice(graph: UncutGraph, idle: list[int]) -> Iterator[tuple[Place, str, list[int]]]:
    """Idle parts that nothing calls, where another one of the same module, made alike, is called in their place."""
    alike: dict[Rest, list[tuple[str, int]]] = {}
    for index, node in enumerate(graph.nodes):
        if node.kind == "leaf" and node.optimized and node.name and graph.users.get(index):
            for rest, part in _parts(node.name):
                alike.setdefault(rest, []).append((part, index))
    groups: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for leaf in idle if alike else ():
        for rest, part in _parts(graph.node(leaf).name) if not graph.users.get(leaf) else ():
            for other, index in alike.get(rest, ()):
                if graph.node(index).shape == graph.node(leaf).shape:
                    groups.setdefault((rest[0], part, other), []).append((leaf, index))
    for (prefix, never, one), pairs in groups.items():
        whole = [i for i in idle if graph.node(i).name.startswith(f"{prefix}{never}.")]
        places = [place for user in graph.users.get(pairs[0][1], ()) for place in graph.node(user).chain]
        place = called_twice(one, never, places, graph.sources) if len(whole) == len(pairs) else None
        if place is not None:
            yield place, one, [leaf for leaf, _ in pairs]


def _are_alike(graph: UncutGraph, idle: list[int]) -> bool:
    """Has each of them a counterpart that a loss uses, in another part of the same module?"""
    used = (graph.node(i).name for i in reachable(graph) if graph.node(i).kind == "leaf")
    rests = {rest for name in used if name for rest, _ in _parts(name)}
    return all(any(rest in rests for rest, _ in _parts(graph.node(i).name)) for i in idle)


def _parts(name: str) -> Iterator[tuple[Rest, str]]:
    """Each part of a dotted name between its first and its last, with what stands before and behind it."""
    parts = name.split(".")
    for k in range(1, len(parts) - 1):
        yield (".".join([*parts[:k], ""]), ".".join(parts[k + 1 :])), parts[k]


def _hooked_in_their_place(graph: UncutGraph, idle: list[int]) -> dict[Chain, tuple[str, str, list[int]]]:
    """Idle modules without a hook, where another one of the same form has two, by two lines of one function."""
    hooked = {seen.name: seen.lines for seen in graph.evidence(HookedModule)}
    shapes = {n.name: n.shape for n in graph.nodes if n.kind == "leaf" and n.name}
    found: dict[Chain, tuple[str, str, list[int]]] = {}
    for name, chains in hooked.items():
        lines = [chain[-1] for chain in chains if chain]
        if len(set(lines)) != 2 or lines[0].function != lines[1].function or lines[0].file != lines[1].file:
            continue
        parts = name.split(".")
        for leaf in idle:
            own = graph.node(leaf).name.split(".")
            other, rest = own[: len(parts)], own[len(parts) :]
            apart = sum(a != b for a, b in zip(parts, other, strict=False))
            alike = apart == 1 and rest and shapes.get(".".join([*parts, *rest])) == graph.node(leaf).shape
            if alike and ".".join(other) not in hooked:
                found.setdefault(chains[-1], (name, ".".join(other), []))[2].append(leaf)
    return found
