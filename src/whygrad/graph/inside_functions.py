"""Passes that are asked for in the `forward` of a custom Function, where autograd itself has gradients off."""

from __future__ import annotations

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind, Switch


def asked_inside(graph: UncutGraph) -> Switch | None:
    """The call of a Function in whose `forward` a pass is asked for, of what was computed there.

    Nothing behind that can be at fault: whatever requires a gradient, what is computed there requires none.
    """
    if graph.query.kind not in (QueryKind.GRAD, QueryKind.BACKWARD) or not graph.query.roots:
        return None
    number = next(graph.switches_over(graph.node(graph.query.roots[0])), None)
    switch = graph.switch(number) if number is not None else None
    if switch is None or switch.kind != "autograd.Function":
        return None
    depth = len(switch.chain)
    return switch if len(graph.query.chain) > depth and graph.query.chain[:depth] == switch.chain else None
