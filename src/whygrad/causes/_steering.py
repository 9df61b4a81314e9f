"""Values that decide what a program computes, and draws that torch itself makes without gradients."""

from __future__ import annotations

from whygrad.graph.uncut import UncutGraph
from whygrad.ops import DETACHING, NUMBERS
from whygrad.recording import Switch
from whygrad.source.patterns.steering import steers

CHOSEN = 8  # operations between a choice and what it was made by


def is_sampling(switch: Switch) -> bool:
    """`Normal.sample` and its kin switch gradients off by themselves."""
    return switch.foreign.rpartition(".")[2] in ("sample", "sample_n")


def steering_exports(graph: UncutGraph) -> list[int]:
    """The numbers with a history that the program decides by, as its text tells."""
    return [
        index
        for index, node in enumerate(graph.nodes)
        if node.kind == "export" and node.act in NUMBERS and node.inputs and node.place
        if _has_history(graph, node.inputs[0]) and steers(node.place, graph.sources)
    ]


def _has_history(graph: UncutGraph, index: int) -> bool:
    """Does a value carry a gradient, or was it chosen or drawn by one that does?"""
    for _ in range(CHOSEN):
        node = graph.node(index)
        if node.requires_grad:
            return True
        meant = node.switch is not None and not is_sampling(graph.switch(node.switch))
        if node.kind != "operation" or not node.inputs or meant or node.act in DETACHING:  # who writes that means it
            return False
        index = node.inputs[0]
    return False
