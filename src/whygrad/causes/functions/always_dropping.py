"""`F.dropout(x)` without `training=self.training`: it drops in eval mode too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.always_dropping import FunctionDropout
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

ATTENTION = "scaled_dot_product_attention"
MODULES = ("F", "functional", "nn.functional", "torch.nn.functional")
BEFORE_TRAINING = 2  # arguments of `F.dropout` before the one that tells


class AlwaysDropping(SilentCause):
    name = "always-dropping"
    kind = QueryKind.TRAINING
    inferred = (
        "whygrad observed the call during training, and infers from the source that it also drops values in eval mode"
    )

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(FunctionDropout):
            text = graph.text(seen.chain[-1]) if seen.chain else ""
            made = _makes_its_module(text)
            if not made and not _drops_always(text, seen.function):
                continue
            path = tuple(Step("", place, "switches it to eval mode") for place in seen.evaluated[-1:])
            facts = {"function": seen.function, "module": seen.module, "made": made}
            yield Finding(self.name, "note", "inferred", seen.chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['module']}` drops values in eval mode too"

    def clause(self, finding: Finding) -> str:
        if finding.facts["made"]:
            return f"each call creates a new `{finding.facts['made']}`, and a new module is in training mode"
        return f"`{finding.facts['function']}` does not receive the module's mode"

    def label(self, finding: Finding) -> str:
        return "drops values in every mode"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["made"]:
            return (f"create the `{finding.facts['made']}` once, in `__init__`, and keep it as an attribute",)
        if finding.facts["function"] == ATTENTION:
            return ("pass `dropout_p=… if self.training else 0.0`",)
        return (
            "pass `training=self.training`, or use the module `nn.Dropout`; if this is intended, pass `training=True`",
        )


def _makes_its_module(text: str) -> str:
    """The class of a dropout that is created and called in one expression, as `nn.Dropout(0.5)(x)`; else nothing."""
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return ""
    made = call.func if isinstance(call, ast.Call) else None
    name = ast.unparse(made.func).rpartition(".")[2] if isinstance(made, ast.Call) else ""
    return name if "Dropout" in name and "training" not in text else ""


def _drops_always(text: str, function: str) -> bool:
    """Does the call say nothing of a mode, and a rate that is not 0?"""
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return False
    if not isinstance(call, ast.Call) or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    if ast.unparse(call.func) not in {f"{module}.{function}" for module in MODULES}:
        return False  # a module's call, which knows its mode
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in named or "training" in ast.unparse(call):
        return False
    if function == ATTENTION:
        return _is_a_rate(named.get("dropout_p"))
    given = len(call.args) > BEFORE_TRAINING
    rate = named.get("p", call.args[1] if len(call.args) > 1 else ast.Constant(0.5))
    return not given and _is_a_rate(rate)


def _is_a_rate(value: ast.expr | None) -> bool:
    """A number, or something that the module keeps; a variable may have been made from the mode."""
    if isinstance(value, ast.Constant):
        return bool(value.value)
    return isinstance(value, ast.Attribute)
