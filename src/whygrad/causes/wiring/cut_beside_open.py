"""Parameters that learn by one term of the loss, while the way from another term to them is cut."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.cut_routes import (
    CopyWithoutHistory,
    CutBesideOpen,
    DiscreteDraw,
    DrawnAway,
    TermForNobody,
)
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.stores import is_put_away

SEVERAL = 2  # passes of a term that trained nothing


class CutBesideOpenCause(SilentCause):
    name = "cut-beside-open"
    kind = QueryKind.TRAINING
    also = "this also applies to"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        yield from _kept_copies(graph)
        drawn = {(seen.cut, seen.term) for seen in graph.evidence(DrawnAway)}
        discrete = {seen.cut for seen in graph.evidence(DiscreteDraw)}
        useless = {(seen.cut, seen.term) for seen in graph.evidence(TermForNobody) if seen.times >= SEVERAL}
        told = set()
        known = sorted(graph.evidence(CutBesideOpen), key=lambda seen: (seen.cut, seen.term) not in drawn | useless)
        for seen in known:
            if not seen.cut or not seen.term or seen.cut[-1] in told:
                continue
            told.add(seen.cut[-1])
            path = [Step("", seen.term[-1], "no gradient of this term passes through the cut")]
            if seen.open and not seen.first_order:
                path.append(Step("", seen.open[-1], "the path from this term is open"))
            path = [step for step in path if step.place != seen.cut[-1]]
            key = (seen.cut, seen.term)
            facts = {"first_order": seen.first_order, "drawn": key in drawn, "useless": key in useless, "uses": 0}
            facts["discrete"] = key in drawn and seen.cut in discrete
            severity = "warning" if key in drawn | useless and not seen.first_order else "note"
            names = tuple(dict.fromkeys(seen.names))
            yield Finding(self.name, severity, "observed", seen.cut, tuple(path), names, facts)

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) <= 1
        if uses := finding.facts["uses"]:
            others = "another" if uses == 1 else f"{uses} others"
            return (
                f"{counted(finding.lost)} {'learns' if one else 'learn'} from one use of a value, but not from {others}"
            )
        if finding.facts["first_order"]:
            return f"{counted(finding.lost)} {'learns' if one else 'learn'} from a first-order gradient only"
        return f"{counted(finding.lost)} {'learns' if one else 'learn'} from one term of the loss, but not from another"

    def clause(self, finding: Finding) -> str:
        if finding.facts["uses"]:
            return "the program keeps a copy without history"
        if finding.facts["first_order"]:
            whose = "its" if len(finding.lost) == 1 else "their"
            return f"the loss also depends on {whose} gradient, which was computed without a graph"
        if finding.facts["drawn"]:
            return "the path from the other term ends at a random draw, which has no derivative"
        if finding.facts["useless"]:
            return "the path from the other term is cut, and no step uses the other gradients of that term"
        return "the path from the other term is cut"

    def label(self, finding: Finding) -> str:
        if finding.facts["uses"]:
            return "keeps a detached copy"
        return "draws a value that no gradient passes through" if finding.facts["drawn"] else "cuts one of two paths"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["uses"]:
            return ("keep the value itself, and drop it after `backward()`",)
        if finding.facts["first_order"]:
            return ("pass `create_graph=True` for the second-order gradient; ignore this if first order is intended",)
        if finding.facts.get("discrete"):
            return (
                "add a term with the draw's log-probability, weighted by the detached value of the other term, or "
                "draw from a relaxed distribution such as `RelaxedBernoulli`",
            )
        if finding.facts["drawn"]:
            return ("draw with `mean + std * torch.randn_like(std)`, or with `rsample()`",)
        if finding.facts["useless"]:
            return ("compute this term from the value before the cut",)
        return ("remove the cut if both terms should pass a gradient; ignore this if the cut is intended",)


def _kept_copies(graph: UncutGraph) -> Iterator[Finding]:
    """A value was computed, used, and read again from where a detached copy of it was put."""
    for seen in graph.evidence(CopyWithoutHistory):
        if not seen.cut or not seen.use or seen.passes < SEVERAL or not is_put_away(seen.cut[-1], graph.sources):
            continue
        times = "once" if seen.uses == 1 else f"{seen.uses} times"
        path = (Step("", seen.use[-1], f"reads the value once and the copy {times} in one pass"),)
        facts = {"first_order": False, "drawn": False, "useless": False, "uses": seen.uses}
        yield Finding(CutBesideOpenCause.name, "warning", "observed", seen.cut, path, seen.names, facts)
