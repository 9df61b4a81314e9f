"""All causes, asked together: what cuts, who keeps a leaf from learning, and in which order findings are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from whygrad.causes._base import Cause
from whygrad.finding import SEVERITIES, Finding
from whygrad.graph.precedence import EVERY_OTHER, Precedence, by_place
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph


class Panel:
    """The causes in whatever order: what they say together does not depend on it."""

    def __init__(self, causes: Iterable[Cause]) -> None:
        self.causes = tuple(causes)
        self.precedence = Precedence({cause.name: cause.yields_to for cause in self.causes})
        last = {cause for cause in self.causes if EVERY_OTHER in cause.yields_to}
        self._cut_at = _able((cause for cause in self.causes if cause not in last), "cut_at")
        self._last_cut_at = _able(last, "cut_at")  # a large graph asks at every edge: these only where it is needed
        self._switch_cut = _able(self.causes, "switch_cut")
        self._leaf_cut = _able(self.causes, "leaf_cut")

    def cuts_at(self, graph: UncutGraph, index: int, parent: int) -> tuple[Cut, ...]:
        """Every cut that a gradient meets on its way from `index` into `parent`, by the causes' own knowledge."""
        found = [c for cut_at in self._cut_at if (c := cut_at(graph, index, parent))]
        found = found or [c for cut_at in self._last_cut_at if (c := cut_at(graph, index, parent))]
        put = graph.put_into.get(index, {}).get(parent)
        if put is not None:  # later than the leaf was made: how it was made does not matter
            found = [cut for cut in found if cut.chain == put]
        found = self._heard(found)
        if put is None:
            found += self._switch_cuts(graph, index)
        return tuple(found)

    def _switch_cuts(self, graph: UncutGraph, index: int) -> list[Cut]:
        """The switches that had gradients off, the innermost first: each of them would have to go."""
        found: list[Cut] = []
        inner = ""
        for switch in graph.switches_over(graph.node(index)):
            kind = graph.switch(switch).kind
            if not (inner == "checkpoint" and kind == "autograd.Function"):  # the checkpoint's own Function
                found += self._heard([c for cut in self._switch_cut if (c := cut(graph, index, switch))])
            inner = kind
        return found

    def leaf_cut(self, graph: UncutGraph, index: int) -> Cut | None:
        """What keeps a leaf from learning that is meant to, by the cause that knows most of it."""
        found = self._heard([c for leaf_cut in self._leaf_cut if (c := leaf_cut(graph, index))])
        return found[0] if found else None

    def settled(self, graph: UncutGraph) -> set[int]:
        """The leaves whose want of a gradient is explained without a cut."""
        return {leaf for cause in self.causes for leaf in cause.settles(graph)}

    def _heard(self, claims: list[Cut]) -> list[Cut]:
        if len(claims) < 2:
            return claims
        heard = self.precedence.heard(claims, lambda cut: cut.cause)
        return sorted(heard, key=lambda cut: (cut.plausibility, by_place(cut.chain)))

    def in_turn(
        self, found: Iterable[tuple[Cause, Finding]], order: Callable[[Finding], int]
    ) -> list[tuple[Cause, Finding]]:
        """The findings as they are told: by severity and `order`, then as the causes yield to each other, by place."""
        ranks: dict[tuple[int, int], dict[str, list[tuple[Cause, Finding]]]] = {}
        for cause, finding in found:
            rank = ranks.setdefault((SEVERITIES.index(finding.severity), order(finding)), {})
            rank.setdefault(cause.name, []).append((cause, finding))
        turns = (self.precedence.in_turn(ranks[rank], _first_said) for rank in sorted(ranks))
        return [pair for turn in turns for group in turn for pair in group]


def _first_said(group: Sequence[tuple[Cause, Finding]]) -> tuple[object, ...]:
    """Orders what two causes say of which neither yields: by place, and at one place by what is said."""
    finding = group[0][1]
    return by_place(finding.chain), finding.evidence != "observed", -len(finding.lost), finding.lost


def _able(causes: Iterable[Cause], question: str) -> tuple[Callable[..., Cut | None], ...]:
    """The question's methods of the causes that have an answer of their own."""
    return tuple(getattr(c, question) for c in causes if getattr(type(c), question) is not getattr(Cause, question))
