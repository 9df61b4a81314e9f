"""Hooks on what the graph keeps for the backward pass, or leave to change it, that break a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.hooks import PackHook
from whygrad.evidence.questions import RunningFunctions
from whygrad.finding import Finding, Step
from whygrad.graph.overwrites import VIEWS
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind
from whygrad.source.values.argument_writes import writes_to_arguments

FORBIDDING = ("autograd/graph.py:__enter__", "autograd\\graph.py:__enter__")  # where such functions are put into force

WRITING = 0  # the message about a pack hook that writes


class SavedTensorHooks(MessageCause):
    name = "saved-tensor-hooks"
    inferred = "torch reports that a pack hook wrote in place; whygrad infers the line from the source"
    messages = (
        Message(
            ("A saved tensor pack hook is modifying its input in place",),
            "the pack hook changed a saved tensor in place, and the forward pass still uses it",
            "return a modified copy from the pack hook, and leave its argument unchanged",
        ),
        Message(
            ("Output of saved tensor unpack_hook expected to be a Tensor",),
            "the unpack hook returned something that is not a tensor",
            "return the tensor that the pack hook received, with the same shape, dtype and device",
            "the saved tensors are unpacked here",
        ),
        Message(
            ("on a saved tensor whose hooks have already been set",),
            "a saved tensor got a second pair of pack and unpack hooks",
            "register one pair per saved tensor that does both",
        ),
        Message(
            ("on a saved tensor with value None is forbidden",),
            "pack and unpack hooks were registered on a saved tensor that is `None`",
            "skip values that are `None`",
        ),
        Message(
            ("allow_mutation_on_saved_tensors contexts cannot be nested",),
            "one `allow_mutation_on_saved_tensors` block was opened inside another",
            "open it once, outside",
        ),
        Message(
            ("outside of the 'allow_mutation_on_saved_tensors' context",),
            "the backward pass runs outside the block that keeps copies of the modified tensors",
            "call `backward()` inside `with torch.autograd.graph.allow_mutation_on_saved_tensors():`",
        ),
        Message(
            ("Trying to create a SavedTensor object from Python is forbidden",),
            "the program tries to create a saved tensor by hand",
            "let an operation save it, or use `ctx.save_for_backward` in a `torch.autograd.Function`",
        ),
        Message(
            ("_unsafe_set_version() on a tensor that does not have a version counter", "increment_version expect"),
            "the version counter was set on a tensor that has none",
            "pass tensors created outside `torch.inference_mode()`",
        ),
        Message(
            ("region_activation_memory_budget can only be used inside a torch.compile region",),
            "an activation memory budget was set outside compiled code, where it has no effect",
            "set it inside the function passed to `torch.compile`, or use `torch.utils.checkpoint`",
        ),
        Message(
            (),  # the text is the program's own
            "saved-tensor hooks are used where the program forbids them",
            "use them outside the `disable_saved_tensors_hooks(…)` block, or remove that block",
            "forbidden here by `disable_saved_tensors_hooks`",
        ),
    )

    def label(self, finding: Finding) -> str:
        return "writes into the saved tensor" if finding.facts.get("written") else super().label(finding)

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from (_at_the_write(graph, finding) for finding in super().find_in_run(graph, verdict))
        running = graph.only(RunningFunctions)
        function = ":".join(running.innermost) if running is not None else ""
        known = any(m.matches(graph.query.error) for m in self.messages)
        if graph.query.kind is QueryKind.ERROR and not known and function.endswith(FORBIDDING):
            facts = {"message": len(self.messages) - 1, "error": graph.query.error, "root": ""}
            yield Finding(self.name, "error", "observed", graph.query.chain, facts=facts)


def _at_the_write(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding at the line of a pack hook that writes into what it was given, as the source says."""
    for seen in graph.evidence(PackHook) if finding.facts["message"] == WRITING else ():
        places = writes_to_arguments(seen.hook.file, seen.hook.line, VIEWS, graph.sources)
        if places:
            saved = tuple(Step("call", place, "the hook gets a saved tensor here") for place in finding.chain[-1:])
            facts = {**finding.facts, "written": True}
            chain = (*finding.chain, places[0])
            return replace(finding, chain=chain, path=saved, evidence="inferred", facts=facts)
    return finding
