"""The function of a `LambdaLR` returns a learning rate, and torch multiplies the learning rate by it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.rates import RateAsFactor
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node

STEPS = 4
LEAST = 4  # steps without a higher factor: a warm-up that has not come far passes by all small numbers
LARGE = 0.05  # a factor may well be: a warm-up of a constant tenth, with a learning rate of a tenth
RISING = 1.01
GIVEN = "lr_lambda"


class RateAsFactorCause(SilentCause):
    name = "rate-as-factor"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed the learning rates; it infers this line from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(RateAsFactor):
            if seen.steps < STEPS or seen.since < LEAST or not seen.made:
                continue
            made = seen.made[-1]
            values, function = _returned_by(made, graph.sources)
            if any(_has_larger(value, seen.factor) for value in values):
                continue  # the run is over before the warm-up is
            returned = place_of_node(made.file, values[0], function, graph.sources) if len(values) == 1 else None
            chain = (*seen.made[:-1], returned) if returned is not None else seen.made
            is_apart = returned is not None and returned.line != made.line
            path = (Step("", made, "the schedule is created here"),) if is_apart else ()
            facts = {"base": seen.base, "factor": seen.factor, "steps": seen.steps, "returned": returned is not None}
            severity = "note" if seen.base >= LARGE else "warning"
            yield Finding(self.name, severity, "inferred" if is_apart else "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        used = finding.facts["base"] * finding.facts["factor"]
        return f"no step uses a learning rate above {used:.2g}, although the optimizer has {finding.facts['base']:.2g}"

    def clause(self, finding: Finding) -> str:
        return "`LambdaLR` multiplies the learning rate by a value that already contains it"

    def label(self, finding: Finding) -> str:
        returns = f"returns at most {finding.facts['factor']:.2g}"
        return returns if finding.facts["returned"] else f"gets a function that {returns}"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"observed at {finding.facts['steps']} steps of the optimizer",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("return only the factor, which is 1 for the full learning rate",)


def _returned_by(made: Place, sources: SourceFiles) -> tuple[list[ast.expr], str]:
    """What the function of the schedule returns, with its name, where the text of the call names one."""
    call = node_at(made, sources)
    if not isinstance(call, ast.Call):
        return [], ""
    given = next(iter([*(k.value for k in call.keywords if k.arg == GIVEN), *call.args[1:2]]), None)
    if isinstance(given, ast.Lambda):
        return [given.body], made.function
    functions = sources.syntax(made.file).functions.get(given.id, ()) if isinstance(given, ast.Name) else ()
    values = [r.value for f in functions for r in ast.walk(f) if isinstance(r, ast.Return) and r.value is not None]
    return (values, functions[0].name) if len(functions) == 1 else ([], "")


def _has_larger(value: ast.expr, factor: float) -> bool:
    """Is a number written there that no step of this run has come to?"""
    if isinstance(value, ast.IfExp):
        return _has_larger(value.body, factor) or _has_larger(value.orelse, factor)
    number = value.value if isinstance(value, ast.Constant) else None
    return isinstance(number, int | float) and number > RISING * factor
