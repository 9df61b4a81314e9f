"""Of several lines that freeze all that a loss depends on, the one that was to leave something out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from whygrad.causes._at_use import use_to_blame
from whygrad.causes._base import leaf_name
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame
from whygrad.source.given.sparing import Sparing, may_unfreeze, spares_none
from whygrad.source.patterns.freezing import call_of_selection
from whygrad.source.span import acting_part

LISTED = 3  # other lines that freeze
SELECTED = "whygrad observed which parameters are frozen, and infers from the source that this condition chose them"


@dataclass(frozen=True)
class Choosing:
    """The blame whose line chooses, the condition that leaves nothing out, and the lines that freeze the rest."""

    blame: Blame
    sparing: Sparing | None
    others: tuple[Blame, ...]


def choosing(graph: UncutGraph, blames: Sequence[Blame]) -> Choosing | None:
    """The line that sets a flag, or freezes by names and left none out; None where all lines freeze without a choice.

    What freezes without a condition is meant to. A flag that a call decides says more than a condition on names.
    """
    if not blames:
        return None
    sparing = {id(blame): _sparing(graph, blame, blames) for blame in blames}
    decided = [blame for blame in blames if use_to_blame(graph, blame) is not None]
    selecting = [blame for blame in blames if sparing[id(blame)] is not None]
    flagging = [blame for blame in blames if may_unfreeze(blame.cut.chain, graph.sources)]
    found = next((group for group in (decided, selecting, flagging) if group), [])
    if len(found) != 1 or (len(blames) == 1 and not selecting):
        return None
    others = tuple(blame for blame in blames if blame is not found[0])
    return Choosing(found[0], None if decided else sparing[id(found[0])], others)


def _sparing(graph: UncutGraph, blame: Blame, blames: Sequence[Blame]) -> Sparing | None:
    """The condition of a line that freezes by names, where what other lines froze does not escape it either."""
    chain = blame.cut.chain
    if not chain or call_of_selection(chain, graph.sources) != chain:
        return None
    others = {leaf_name(graph, route.leaf) for other in blames for route in other.routes if other is not blame}
    own = {name for route in blame.routes if (name := leaf_name(graph, route.leaf))}
    return spares_none(chain, own, others, graph.sources) if "" not in others else None


def at_choice(graph: UncutGraph, chosen: Choosing, found: Finding) -> Finding:
    """The one finding about all that is frozen, at the condition where there is one."""
    steps = []
    if chosen.sparing is not None:
        froze = acting_part(chosen.blame.cut.chain[-1], graph.sources)
        steps = [Step("requires_grad_", froze, "frozen here")] if froze != chosen.sparing.chain[-1] else []
        facts = {**found.facts, "how": "unspared", "code": chosen.sparing.code, "holds": chosen.sparing.holds}
        wording = replace(found.wording, inferred=SELECTED)
        found = replace(found, chain=chosen.sparing.chain, facts=facts, evidence="inferred", wording=wording)
    rest = list(dict.fromkeys(blame.cut.chain[-1] for blame in chosen.others if blame.cut.chain))
    steps += [Step("requires_grad_", acting_part(place, graph.sources), "freezes others") for place in rest[:LISTED]]
    return replace(found, path=(*steps, *found.path))
