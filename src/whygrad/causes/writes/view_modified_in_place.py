"""An in-place write into a view that autograd cannot follow: of `unbind`, `split`, a hook or a custom Function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.finding import Finding, Step
from whygrad.graph.overwrites import same_memory
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Write
from whygrad.source.patterns.inplace_modules import all_inplace_modules, writes_by_itself
from whygrad.source.patterns.named_calls import calls_named, only_line

HOOKED = "of BackwardHookFunction"
REGISTERING = (
    ".register_full_backward_hook",
    ".register_full_backward_pre_hook",
    ".register_module_full_backward_hook",
)
BASE = "its base or another view of its base has been modified inplace"


class ViewModifiedInPlace(MessageCause):
    name = "view-modified-in-place"
    inferred = "the layer is inferred from the source"
    messages = (
        Message(
            (
                "of BackwardHookFunction is a view and is being modified inplace",
                "of BackwardHookFunctionBackward is a view",
            ),
            "the output of a module with a full backward hook is changed in place",
            "use `inplace=False` in what follows the hooked module, or hook the tensor with `output.register_hook(…)`",
            "changes the hooked module's output in place",
        ),
        Message(
            ("This view was created inside a custom Function",),
            "the output of a custom Function, which is a view of its input, is changed in place",
            "compute out of place (`x = x * 2` instead of `x *= 2`), or `clone()` the output first",
            "changes the Function's output in place",
        ),
        Message(
            ("view was created in no_grad mode and", "view was created in inference mode and"),
            "a view was created without gradients, and its values are changed in place while gradients are recorded",
            "create and change the view in the same mode: both inside the block, or both outside",
            "the write and its view belong to different modes",
        ),
        Message(
            ("is a view and its base or another view of its base has been modified inplace",),
            "a view is used after its base was changed in place",
            "compute out of place (`x = x * 2` instead of `x *= 2`) where the tensor is "
            "changed, or `clone()` the view first",
            "this view is used after the change",
        ),
        Message(
            ("is a view and is being modified inplace", "a view of a tensor that was created in inference mode"),
            "a view that shares its base with others is changed in place",
            "compute out of place (`x = x * 2` instead of `x *= 2`), on the whole tensor if you mean all slices; "
            "or `clone()` the view first",
            "changes one of several views in place",
        ),
        Message(
            ("more than one element of the written-to tensor refers to a single memory location",),
            "a tensor whose elements share memory (an expanded one) is changed in place",
            "`clone()` the expanded tensor first",
            "writes to an expanded tensor",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            if HOOKED in graph.query.error:
                yield _at_the_layer(graph, finding)
                continue
            write = _write_of_base(graph) if BASE in graph.query.error else None
            if write is None:
                yield finding
                continue
            used = tuple(Step("use", place, "the view is used after that") for place in graph.query.chain[-1:])
            yield replace(finding, chain=write.chain, path=used, facts={**finding.facts, "write": True})

    def label(self, finding: Finding) -> str:
        if "layer" in finding.facts:
            return "this layer changes the hooked module's output in place"
        return "changes the memory that the view shares" if "write" in finding.facts else super().label(finding)


def _at_the_layer(graph: UncutGraph, finding: Finding) -> Finding:
    """Where the layer is made that writes in place, where it is the only one; with the hook's registration."""
    files, at = graph.recording.sources, finding.site
    hooks = calls_named(REGISTERING, files, graph.sources)
    shown = tuple(Step("hook", place, "registers the hook") for place in hooks[:1])
    layer = only_line([made.place for made in all_inplace_modules(files, graph.sources)])
    if layer is None or at is None or writes_by_itself(at, graph.sources):
        return replace(finding, path=shown)
    path = (*shown, Step("call", at, "it runs here"))
    facts = {**finding.facts, "layer": True}
    return replace(finding, chain=(*finding.chain, layer), path=path, evidence="inferred", facts=facts)


def _write_of_base(graph: UncutGraph) -> Write | None:
    """The latest write into the memory of what went into the call that failed."""
    inputs = [i for root in graph.roots for i in graph.node(root).inputs]
    memory = {m for i in inputs for m in same_memory(graph, i)}
    writes = [w for w in graph.recording.writes if w.old in memory and w.chain]
    return max(writes, key=lambda w: w.clock, default=None)
