"""A module is switched to `eval()` for a validation, and is trained in that mode ever after."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.eval_mode import RestingPart, StepsInEvalMode, TrainUndone
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.intended import freezing_word
from whygrad.source.patterns.functions import definition_line, function_at
from whygrad.source.patterns.switched import call_of_switch
from whygrad.source.span import place_of_node

STEPS = 4
SHARE = 4  # one of so many steps, and more


class EvalModeCause(SilentCause):
    name = "eval-mode"
    inferred = "whygrad observed the mode after the call; the line that undoes it is inferred from the source"
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
        for undone in graph.evidence(TrainUndone):
            place = _undoing(undone, graph.sources)
            if place is None or undone.steps < STEPS or SHARE * undone.steps < undone.of:
                continue
            if not freezing_word((place,), graph.sources):
                yield Finding(self.name, "warning", "inferred", (place,), facts={"seen": undone})

    def subject(self, finding: Finding) -> str:
        seen: StepsInEvalMode | TrainUndone = finding.facts["seen"]
        return f"{seen.steps} of {seen.of} steps train `{seen.name}` in `eval()` mode"

    def clause(self, finding: Finding) -> str:
        seen = finding.facts["seen"]
        if isinstance(seen, TrainUndone):
            return f"its own `train()` leaves it in that mode, and `{seen.affected}` behaves differently there"
        verb = "began" if seen.from_the_start else "continued"
        return f"training {verb} after the switch, and `{seen.affected}` behaves differently in that mode"

    def label(self, finding: Finding) -> str:
        if isinstance(finding.facts["seen"], TrainUndone):
            return "undoes the switch to training mode"
        return "switched here and never switched back with `train()`"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if isinstance(finding.facts["seen"], TrainUndone):
            return ("switch only the parts that should stay in `eval()` mode",)
        if finding.facts["seen"].from_the_start:
            return ("call `train()` at the start of each epoch: every evaluation switches to `eval()` again",)
        return ("call `train()` before training continues: at the start of each epoch, or after validation",)


def _undoing(undone: TrainUndone, sources: SourceFiles) -> Place | None:
    """The statement of a module's own `train` that switches back: `eval()`, `train(False)`, or `.training = False`."""
    function = function_at(undone.override, sources)
    if function is None:
        return None
    file, name = undone.override.file, function.name
    for node in (n for n in ast.walk(function) if isinstance(n, ast.expr | ast.stmt)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_eval(node.func.attr, node.args):
            return place_of_node(file, node, name, sources)
        targets = node.targets if isinstance(node, ast.Assign) else []
        if any(isinstance(target, ast.Attribute) and target.attr == "training" for target in targets):
            return place_of_node(file, node, name, sources)
    return definition_line(function, file)


def _is_eval(method: str, given: list[ast.expr]) -> bool:
    is_off = len(given) == 1 and isinstance(given[0], ast.Constant) and given[0].value is False
    return method == "eval" or (method == "train" and is_off)


def _is_meant(part: RestingPart, graph: UncutGraph) -> bool:
    """Is it switched by itself, beside a `train()` of the rest, or to be frozen? It is meant to be in that mode."""
    return part.beside or bool(freezing_word(part.chain, graph.sources))
