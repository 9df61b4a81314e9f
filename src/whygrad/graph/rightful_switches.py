"""A switch that is right to have gradients off, where a line under it asks for a gradient all the same."""

from __future__ import annotations

import ast

from whygrad.evidence.hooks import GrantedBefore
from whygrad.graph.sites import parting
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, QueryKind, Switch
from whygrad.source.patterns.passes import runs_pass_after
from whygrad.source.span import node_at


def rightful_switch(graph: UncutGraph, verdict: Verdict) -> Switch | None:
    """The switch around an evaluation, in which a line asks for a hook that it got when gradients were on.

    No pass follows in what runs under the switch, or in what called it: nothing there needs a gradient.
    """
    before = graph.only(GrantedBefore)
    number = verdict.blames[0].cut.switch if verdict.blames else None
    if graph.query.kind is not QueryKind.REFUSED or before is None or number is None:
        return None
    switch = graph.switch(number)
    if switch.left_on or not runs_under(graph, graph.query.chain, switch):
        return None
    apart, asked = parting(graph.query.chain, before.chain), graph.query.chain
    for depth, place in enumerate(asked):
        # What stands after the call by which the line got its hook belongs to that call.
        other = before.chain[depth].line if depth == apart else 0
        end = other if other > place.line else None
        if runs_pass_after(place, end, _argument(graph, switch.chain), graph.sources):
            return None
    return switch


def runs_under(graph: UncutGraph, asked: Chain, switch: Switch) -> bool:
    """Does what these calls lead to run under the switch itself, by where it stands?"""
    level = len(switch.chain) - 1
    if level < 0 or len(asked) <= level or asked[:level] != switch.chain[:level]:
        return False
    inside, at = asked[level], switch.chain[level]
    if switch.decorates:
        return inside.function.rpartition(".")[2] == switch.decorates.rpartition(".")[2]
    if switch.foreign:
        return inside == at and len(asked) > level + 1
    blocks = graph.sources.syntax(at.file).around(at.line).of(ast.With, ast.AsyncWith)
    held = [block for block in blocks if block.lineno <= at.line < block.body[0].lineno]
    return inside.file == at.file and any(
        block.body[0].lineno <= inside.line <= (block.end_lineno or 0) for block in held
    )


def _argument(graph: UncutGraph, chain: Chain) -> str:
    """What decides, as the switch's own text says: `training` of `set_grad_enabled(training)`."""
    call = node_at(chain[-1], graph.sources) if chain else None
    return ast.unparse(call.args[0]) if isinstance(call, ast.Call) and len(call.args) == 1 else ""
