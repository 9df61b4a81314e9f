"""What was noted at a step, and what of it may be over before the run is.

A look decides nothing. It is kept until the run ends, because what starves at one step may get its gradient later.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from whygrad.evidence import Evidence
from whygrad.evidence.steps import StepsTaken
from whygrad.record.copying.noted_graph import NotedGraph
from whygrad.record.live.origin import Origin
from whygrad.record.training.history import History
from whygrad.recording import Recording

Still = Callable[[], bool]
Seen = TypeVar("Seen", bound=Evidence)


class Passing:
    """What may be over before the run is, each with what tells whether it still holds."""

    def __init__(self) -> None:
        self._seen: list[tuple[Evidence, Still]] = []
        self._asked: list[tuple[Origin, Still]] = []

    def seen(self, evidence: Seen, still: Still) -> Seen:
        self._seen.append((evidence, still))
        return evidence

    def asked(self, origin: Origin, still: Still) -> None:
        """The gradient of this one is asked for, as long as it is missing."""
        self._asked.append((origin, still))

    def is_over(self) -> set[int]:
        """The ids of the evidence that holds no more."""
        return {id(evidence) for evidence, still in self._seen if not still()}

    def has_come(self) -> list[Origin]:
        return [origin for origin, still in self._asked if not still()]


@dataclass
class Look:
    graph: NotedGraph
    history: History
    passing: Passing

    def recording(self) -> Recording:
        """All that was noted."""
        noted = self.graph.recording()
        return dataclasses.replace(noted, evidence=(*noted.evidence, StepsTaken(self.history.steps)))

    def at_the_end(self) -> Recording:
        """What of it still holds."""
        noted, over = self.recording(), self.passing.is_over()
        come = {self.graph.index.get(id(origin)) for origin in self.passing.has_come()}
        query = dataclasses.replace(noted.query, wrt=tuple(at for at in noted.query.wrt if at not in come))
        evidence = tuple(seen for seen in noted.evidence if id(seen) not in over)
        return dataclasses.replace(noted, query=query, evidence=evidence)
