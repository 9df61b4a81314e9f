"""A module is switched to `eval()` for a validation, and is trained in that mode ever after."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.eval_mode import RestingPart, StepsInEvalMode
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.intended import freezing_word
from whygrad.source.patterns.switched import call_of_switch

STEPS = 4
SHARE = 4  # one of so many steps, and more


class EvalModeCause(SilentCause):
    name = "eval-mode"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = {part.chain[-1] for part in graph.evidence(RestingPart) if part.chain and _is_meant(part, graph)}
        for seen in graph.evidence(StepsInEvalMode):
            chain = call_of_switch(seen.chain, graph.sources)
            often = seen.steps >= STEPS and SHARE * seen.steps >= seen.of
            if often and chain and told.isdisjoint((chain[-1], seen.chain[-1])):
                told.add(chain[-1])
                path = (Step("", seen.chain[-1], "switches to eval mode here"),) if chain != seen.chain else ()
                yield Finding(self.name, "warning", "observed", chain, path, facts={"seen": seen})

    def subject(self, finding: Finding) -> str:
        seen: StepsInEvalMode = finding.facts["seen"]
        return f"{seen.steps} of {seen.of} steps train `{seen.name}` in `eval()` mode"

    def clause(self, finding: Finding) -> str:
        seen: StepsInEvalMode = finding.facts["seen"]
        verb = "began" if seen.from_the_start else "continued"
        return f"training {verb} after the switch, and `{seen.affected}` behaves differently in that mode"

    def label(self, finding: Finding) -> str:
        return "switched here and never switched back with `train()`"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["seen"].from_the_start:
            return ("call `train()` at the start of each epoch: every evaluation switches to `eval()` again",)
        return ("call `train()` before training continues: at the start of each epoch, or after validation",)


def _is_meant(part: RestingPart, graph: UncutGraph) -> bool:
    """Is it switched by itself, beside a `train()` of the rest, or to be frozen? It is meant to be in that mode."""
    return part.beside or bool(freezing_word(part.chain, graph.sources))
