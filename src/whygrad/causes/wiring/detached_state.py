"""The state of a recurrence is detached at every step, so that it learns nothing from earlier ones."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.cut_states import CutState
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place, QueryKind

SEVERAL = 2  # passes that had it


class DetachedState(SilentCause):
    name = "detached-state"
    kind = QueryKind.TRAINING
    also = "also trained by single time steps only"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told: set[Place] = set()
        for seen in graph.evidence(CutState):
            # The two states of an LSTM are detached side by side.
            if not seen.cut or seen.passes < SEVERAL or (seen.applied and seen.applied[-1] in told):
                continue
            told.update(seen.applied[-1:])
            apart = bool(seen.applied) and seen.applied[-1] != seen.cut[-1]
            path = (Step("", seen.applied[-1], "each time step uses the parameters here"),) if apart else ()
            facts = {"steps": seen.steps, "only_last": seen.only_last}
            # A value that is refined step by step may be detached on purpose, the state of a cell may not.
            severity = "warning" if seen.only_last and seen.cell else "note"
            names = tuple(dict.fromkeys(seen.names))
            yield Finding(self.name, severity, "observed", seen.cut, path, names, facts)

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) <= 1
        what = "nothing from earlier time steps of a sequence"
        if not finding.facts["only_last"]:
            what = "only from single time steps of a sequence"
        return f"{counted(finding.lost)} {'learns' if one else 'learn'} {what}"

    def clause(self, finding: Finding) -> str:
        return "the state is detached between all of them"

    def label(self, finding: Finding) -> str:
        return f"cuts the path between {finding.facts['steps']} time steps of one loss"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return ("the gradient of the loss reaches only the last time step",) if finding.facts["only_last"] else ()

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("detach the state once for each sequence or chunk, after its `backward()`, not at each time step",)
