"""A pass that runs after the `with` block in which its values were computed, and whose end writes to parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.finding import Act, Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Node
from whygrad.source.patterns.blocks import opens_block, runs_in_block


def pass_after_block(graph: UncutGraph, finding: Finding, needing: Chain) -> Finding:
    """The finding at the call of the pass, where only that has to move: into the block, behind what it needs.

    What stands before the block would need other values than those that the block computes with.
    """
    chain, asked = finding.chain, graph.query.chain
    depth = len(chain) - 1
    if finding.facts["act"] is not Act.EARLY or finding.facts["step"] or depth < 0 or len(asked) <= depth:
        return finding
    head, same = chain[depth], asked[:depth] == chain[:depth] == needing[:depth]
    if not same or asked[depth].file != head.file or not opens_block(head, graph.sources):
        return finding
    if not runs_in_block(head, needing[depth], graph.sources) or runs_in_block(head, asked[depth], graph.sources):
        return finding
    if asked[depth].function != head.function or asked[depth].line < head.line:
        return finding
    if not all(_is_inside(graph, node, chain) for node in _using_parameters(graph)):
        return finding
    opened = Step("", head, "its end changes parameters that the pass needs")
    return replace(
        finding, chain=asked[: depth + 1], path=(opened, *finding.path), facts={**finding.facts, "late": True}
    )


def help_of_order(finding: Finding) -> str:
    if finding.facts.get("late"):
        return (
            "run this pass inside the `with` block, before its end changes the parameters; or compute with changed "
            "copies, as `torch.func.functional_call` does, and leave the parameters alone"
        )
    return (
        "change parameters after the backward pass: move this change after `backward()`; if a `with` block "
        "makes the change at its end, call `backward()` inside the block"
    )


def _using_parameters(graph: UncutGraph) -> Iterator[Node]:
    """What the pass goes through that was computed from a parameter itself."""
    for index in graph.learning_behind(graph.query.roots):
        if any(graph.node(i).parameter for i in graph.node(index).inputs):
            yield graph.node(index)


def _is_inside(graph: UncutGraph, node: Node, head: Chain) -> bool:
    depth = len(head) - 1
    same = len(node.chain) > depth and node.chain[:depth] == head[:depth]
    return same and runs_in_block(head[depth], node.chain[depth], graph.sources)
