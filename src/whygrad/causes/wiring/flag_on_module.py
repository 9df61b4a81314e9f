"""`module.requires_grad = True`, or a misspelled flag: a new attribute, which reaches no parameter."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.diagnostic import Edit
from whygrad.evidence.modules import LookalikeFlag
from whygrad.finding import Finding, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax, names_in

FLAG = "requires_grad"


class FlagOnModule(SilentCause):
    name = "flag-on-module"
    also = "also unchanged"
    inferred = "the assignment that set it is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        groups: dict[tuple[str, bool, str], list[LookalikeFlag]] = {}
        for flag in graph.evidence(LookalikeFlag):
            groups.setdefault((flag.attribute, flag.value, flag.kind), []).append(flag)
        for (attribute, value, kind), flags in groups.items():
            lost = {name for f in flags for name in f.lost}
            found = _assignments(graph, attribute, value, kind == "parameter")
            yield self.finding(
                "error" if value else "warning",
                tuple(found[:1]),
                sorted(lost),
                Wording(inferred=True),
                value=value,
                on=flags[0].on,
                kind=kind,
                attribute=attribute,
                sole=len(found) == 1,
            )

    def subject(self, finding: Finding) -> str:
        state = "still frozen" if finding.facts["value"] else "still learning"
        verb = "is" if len(finding.lost) <= 1 else "are"
        return f"{counted(finding.lost)} {verb} {state}"

    def clause(self, finding: Finding) -> str:
        attribute, kind = finding.facts["attribute"], finding.facts["kind"]
        if kind == "parameter":
            return f"`{attribute}` was set, but the flag is called `requires_grad`"
        return f"`{attribute}` was set on the module `{finding.facts['on']}`, which has no such flag"

    def label(self, finding: Finding) -> str:
        if finding.facts["kind"] == "parameter":
            return "creates a new attribute; the flag does not change"
        return "creates a new attribute; the parameters keep their own flags"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["kind"] == "parameter":
            return (f"write `requires_grad = {finding.facts['value']}`",)
        return (f"call `requires_grad_({finding.facts['value']})` on the module: it sets the flag of every parameter",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        text = sources.segment(finding.site) if finding.site else ""
        value = finding.facts["value"]
        old = f".{finding.facts['attribute']} = {value}"
        if finding.site is None or not finding.facts["sole"] or not text.endswith(old):
            return ()
        new = f".requires_grad = {value}" if finding.facts["kind"] == "parameter" else f".requires_grad_({value})"
        return (Edit(finding.site, text.removesuffix(old) + new),)


def _assignments(graph: UncutGraph, attribute: str, value: bool, on_parameters: bool) -> list[Place]:
    """The assignments of this value, or of a variable, to the attribute; a flag of parameters is set in a loop."""
    found: list[tuple[bool, Place]] = []
    for file in graph.recording.sources:
        syntax = graph.sources.syntax(file)
        parameters = _loop_variables(syntax)
        for node in syntax.of(ast.Assign):
            fits = not isinstance(node.value, ast.Constant) or node.value.value is value
            for target in node.targets:
                if fits and isinstance(target, ast.Attribute) and target.attr == attribute:
                    of_parameter = isinstance(target.value, ast.Name) and target.value.id in parameters
                    found.append((of_parameter, place_of_node(file, node, "", graph.sources)))
    return [place for of_parameter, place in found if on_parameters or attribute != FLAG or not of_parameter]


def _loop_variables(syntax: Syntax) -> set[str]:
    """Variables of loops over `parameters()`."""
    names = set()
    for node in syntax.of(ast.For, ast.comprehension):
        if "parameters" in ast.unparse(node.iter):
            names |= names_in(node.target)
    return names
