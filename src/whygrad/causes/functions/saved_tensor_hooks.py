"""Hooks on what the graph keeps for the backward pass, or leave to change it, that break a rule."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.questions import RunningFunctions
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind

FORBIDDING = ("autograd/graph.py:__enter__", "autograd\\graph.py:__enter__")  # where such functions are put into force


class SavedTensorHooks(MessageCause):
    name = "saved-tensor-hooks"
    messages = (
        Message(
            ("A saved tensor pack hook is modifying its input in place",),
            "the function that packs saved values changed one in place, and the forward pass still uses it",
            "return a changed copy from the pack function, and leave its argument as it is",
        ),
        Message(
            ("Output of saved tensor unpack_hook expected to be a Tensor",),
            "the function that unpacks saved values returned something that is no tensor",
            "return the tensor that the pack function was given, restored: same shape, type and device",
            "the saved values are unpacked here",
        ),
        Message(
            ("on a saved tensor whose hooks have already been set",),
            "a saved value got a second pair of functions to pack and unpack it",
            "register one pair for each saved value; do both things in it",
        ),
        Message(
            ("on a saved tensor with value None is forbidden",),
            "functions to pack and unpack were put on a saved value that is `None`",
            "leave out what is `None`",
        ),
        Message(
            ("allow_mutation_on_saved_tensors contexts cannot be nested",),
            "one block that allows changes of saved values was opened inside another",
            "open it once, outside",
        ),
        Message(
            ("outside of the 'allow_mutation_on_saved_tensors' context",),
            "the backward pass runs outside the block that keeps copies of changed values for it",
            "call `backward()` inside `with torch.autograd.graph.allow_mutation_on_saved_tensors():`",
        ),
        Message(
            ("Trying to create a SavedTensor object from Python is forbidden",),
            "a saved value of the graph was to be made by hand",
            "let an operation save it, or use `ctx.save_for_backward` in a `torch.autograd.Function`",
        ),
        Message(
            ("_unsafe_set_version() on a tensor that does not have a version counter", "increment_version expect"),
            "the count of in-place changes was set on something that has none",
            "pass tensors that were made outside `torch.inference_mode()`",
        ),
        Message(
            ("region_activation_memory_budget can only be used inside a torch.compile region",),
            "a memory budget for saved values was set outside compiled code, where nothing keeps to it",
            "set it inside the function that is given to `torch.compile`, or use `torch.utils.checkpoint`",
        ),
        Message(
            (),  # the text is the program's own
            "functions to pack and unpack saved values are used where the program has forbidden them",
            "use them outside of the block `disable_saved_tensors_hooks(…)`, or leave that block out",
            "forbidden here by `disable_saved_tensors_hooks`",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        running = graph.only(RunningFunctions)
        function = ":".join(running.innermost) if running is not None else ""
        known = any(m.matches(graph.query.error) for m in self.messages)
        if graph.query.kind is QueryKind.ERROR and not known and function.endswith(FORBIDDING):
            facts = {"message": len(self.messages) - 1, "error": graph.query.error, "root": ""}
            yield Finding(self.name, "error", "observed", graph.query.chain, facts=facts)
