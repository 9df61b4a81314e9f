"""A tensor in an optimizer's state is that of another optimizer too, or the gradient that the next pass overwrites."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.holdings import GradientInState, StateOfTwo
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place, QueryKind
from whygrad.source.patterns.stores import stored_under

TURNS = 3  # one steps, the other, and the first again
STEPS = 2


class SharedState(SilentCause):
    name = "shared-state"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed the shared memory; it infers from the source which line stores the gradient"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for pair in graph.evidence(StateOfTwo):
            if pair.turns >= TURNS and pair.loaded and pair.loaded[-1] not in told:
                told.add(pair.loaded[-1])
                apart = pair.others and pair.others[-1].line != pair.loaded[-1].line
                path = (Step("", pair.others[-1], "the other optimizer has the same state"),) if apart else ()
                facts = {"kind": pair.kind, "key": pair.key}
                yield Finding(self.name, "warning", "observed", pair.loaded, path, facts=facts)
        for held in graph.evidence(GradientInState):
            place = _kept_gradient(held.key, graph)
            if held.steps >= STEPS and place is not None:
                told_of = {"kind": held.kind, "key": held.key, "gradient": True}
                yield Finding(self.name, "warning", "inferred", (place,), facts=told_of)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("gradient"):
            return f"`{finding.facts['kind']}` keeps the gradient itself as `{finding.facts['key']}`, not a copy"
        return f"two optimizers share one `{finding.facts['key']}`"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("gradient"):
            return "the next backward pass writes into the same memory, so the kept value always equals the new one"
        return "`load_state_dict` takes over the tensors that it gets, and each step of one changes the other's"

    def label(self, finding: Finding) -> str:
        return "stores a second name for `.grad`" if finding.facts.get("gradient") else "does not copy the state"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("gradient"):
            return ("store a copy: `.clone()`",)
        return ("give each optimizer its own copy: `load_state_dict(copy.deepcopy(state))`",)


def _kept_gradient(key: str, graph: UncutGraph) -> Place | None:
    """The one line that puts a gradient under this key, as it is: `p.grad`, or a name for it."""
    found = []
    for place in stored_under(key, sorted(graph.recording.sources), graph.sources):
        assigned = graph.sources.syntax(place.file).of(ast.Assign)
        named = {t.id for s in assigned if _is_gradient(s.value) for t in s.targets if isinstance(t, ast.Name)}
        values = [s.value for s in assigned if s.lineno == place.line]
        if any(_is_gradient(v) or (isinstance(v, ast.Name) and v.id in named) for v in values):
            found.append(place)
    return found[0] if len(found) == 1 else None


def _is_gradient(value: ast.expr) -> bool:
    while isinstance(value, ast.Attribute) and value.attr == "data":
        value = value.value
    return isinstance(value, ast.Attribute) and value.attr == "grad"
