"""A hook was registered where it cannot work."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.hooks import PiledHooks, UnrunHook
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

PILED = -1  # no message of torch's: a run that raised nothing
UNRUN = -2  # nor here: an error about what a hook was to leave behind


class HookRegistration(MessageCause):
    name = "hook-registration"
    drives = True
    inferred = "whygrad infers from names in the source that this hook fills it"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        for piled in graph.evidence(PiledHooks):
            facts = {"message": PILED, "error": "", "count": piled.count}
            yield Finding(self.name, "warning", "observed", piled.chain, facts=facts)
        for unrun in graph.evidence(UnrunHook):
            facts = {"message": UNRUN, "error": graph.query.error, "hook": unrun.hook.name, "empty": unrun.empty}
            yield Finding(self.name, "error", "inferred", graph.query.chain, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts["message"] == PILED:
            return (
                f"one line registered {finding.facts['count']} hooks on the same "
                "object, and all of them run at every step"
            )
        if finding.facts["message"] == UNRUN:
            hook, empty = finding.facts["hook"], finding.facts["empty"]
            return f"`{empty}` is still empty: the hook `{hook}` that fills it did not run, or received no gradient"
        return super().subject(finding)

    def label(self, finding: Finding) -> str:
        own = {PILED: "registers another hook at every step", UNRUN: "the hook is registered here"}
        return own.get(finding.facts["message"]) or super().label(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["message"] == UNRUN:
            return (f"the program failed later: {finding.facts['error']}",)
        return () if finding.facts["message"] == PILED else super().notes(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["message"] == PILED:
            return ("register it once, before the loop; or keep its handle and call `handle.remove()` after the step",)
        if finding.facts["message"] == UNRUN:
            return ("register it on a module or tensor that the result depends on, before the forward pass",)
        return super().helps(finding)

    messages = (
        Message(
            ("post accumulate grad hooks cannot be registered on non-leaf tensors",),
            "a post-accumulate-grad hook is registered on a non-leaf tensor, which accumulates no gradient",
            "register it on the parameter; for a non-leaf tensor, use `register_hook`",
            "this tensor is not a leaf, so its gradient is not kept",
        ),
        Message(
            ("Cannot use both regular backward hooks and full backward hooks",),
            "a module has both legacy and full backward hooks, which see different gradients",
            "use `register_full_backward_hook` for all of them",
        ),
        Message(
            ("Expects mode to be one of ('all', 'any')",),
            "a hook on several tensors was registered with an unknown mode",
            'pass `mode="all"` to be called once with all gradients, or `mode="any"` for the first of them',
        ),
        Message(
            ("Cannot set Module backward hook for a Module with no input Tensors",),
            "a module with a backward hook was called without a tensor input, so nothing triggers the hook",
            "pass a tensor as a positional argument of the module, or register the hook on its output",
        ),
    )
