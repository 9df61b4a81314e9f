"""Parameters that learnt at first and get no gradient any more: which cut on the way is no choice of the program's.

Training in stages is common, and mostly done on purpose. So a cut is told only where a value was kept from an earlier
step, or where a counter that passes a limit inside the model brings it about.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from whygrad.evidence.modules import KeptValue, LeftInEval
from whygrad.evidence.steps import FallenAsleep
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame
from whygrad.recording import Place
from whygrad.source.patterns.stores import attribute_stores
from whygrad.source.scopes import ORDERING

ON_PURPOSE = ("freez", "froz", "fix", "stop", "detach", "stage", "phase", "lock", "finetun", "fine_tun", "until")


def unexpected(graph: UncutGraph, blame: Blame) -> Blame | None:
    """The blame as it is to be told; None where the cut is probably meant."""
    kept = _kept(graph, blame)
    if kept:
        stores = attribute_stores(kept, graph.recording.sources, graph.sources)
        stores = [s for s in stores if s.function != "__init__"]
        return replace(blame, cut=replace(blame.cut, chain=(stores[0],))) if len(stores) == 1 else None
    sleep = graph.only(FallenAsleep)
    if blame.cut.switch is not None or sleep is None or not sleep.same_loss:
        return None
    place = blame.cut.chain[-1] if blame.cut.chain else None
    return blame if place is not None and _slips_past_a_limit(graph, place) else None


def asleep(graph: UncutGraph, finding: Finding) -> Finding:
    """A finding about parameters that fell asleep: they have learnt, so it may be meant after all."""
    facts = dict(finding.facts)
    stores = {kept.attribute for kept in graph.evidence(KeptValue)}
    if facts.get("switch") is not None:
        facts["kept"] = next((name for name in sorted(stores) if f".{name}" in facts["text"]), "")
    return replace(finding, severity="warning", facts=facts, asleep=graph.only(FallenAsleep))


def _kept(graph: UncutGraph, blame: Blame) -> str:
    """The attribute that has carried the value which gradients were off for over from an earlier step."""
    sleep = graph.only(FallenAsleep)
    if blame.cut.switch is None or sleep is None:
        return ""
    way = set(blame.routes[0].nodes)
    for kept in graph.evidence(KeptValue):
        node = graph.node(kept.at)
        if kept.at in way and node.switch is not None and node.clock < sleep.clock:
            return kept.attribute
    return ""


def _slips_past_a_limit(graph: UncutGraph, place: Place) -> bool:
    """Does the cut stand in a method, under a comparison that a counter of the object itself decides one day?

    What a function is told by its arguments, or decides beside the pass, is seen by who writes the loop.
    """
    around = graph.sources.syntax(place.file).around(place.line).of(ast.If, ast.IfExp)
    return any(_is_limit_of_its_own(node.test) for node in around)


def _is_limit_of_its_own(test: ast.expr) -> bool:
    """`self.seen > self.limit`; not what comes and goes, `self.seen % 4 > 2`, and nothing that is called freezing."""
    nodes = list(ast.walk(test))
    own = any(isinstance(n, ast.Attribute) and ast.unparse(n.value) == "self" for n in nodes)
    compared = any(isinstance(n, ast.Compare) and any(isinstance(op, ORDERING) for op in n.ops) for n in nodes)
    returning = any(isinstance(n, ast.Mod) for n in nodes)
    return own and compared and not returning and not any(word in ast.unparse(test).lower() for word in ON_PURPOSE)


def left_in_eval(graph: UncutGraph) -> dict[tuple[Place, ...], list[int]]:
    """Where a module was switched to `eval()`, with those of its parameters that have slept since."""
    found: dict[tuple[Place, ...], list[int]] = {}
    for left in graph.evidence(LeftInEval):
        found.setdefault(left.chain, []).append(left.leaf)
    return found
