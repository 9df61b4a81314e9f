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
    inferred = "that this hook was to fill it is read from the names in the source"

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
                f"{finding.facts['count']} hooks of one line are on the same thing, and all of them run at every step"
            )
        if finding.facts["message"] == UNRUN:
            hook, empty = finding.facts["hook"], finding.facts["empty"]
            return f"`{empty}` is still empty: the hook `{hook}`, which fills it, has not run or was given no gradient"
        return super().subject(finding)

    def label(self, finding: Finding) -> str:
        own = {PILED: "adds one more at every step", UNRUN: "the hook is put on here"}
        return own.get(finding.facts["message"]) or super().label(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["message"] == UNRUN:
            return (f"the program failed later: {finding.facts['error']}",)
        return () if finding.facts["message"] == PILED else super().notes(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["message"] == PILED:
            return ("register it once, before the loop; or keep its handle and call `handle.remove()` after the step",)
        if finding.facts["message"] == UNRUN:
            return ("put it on a module or tensor that the result is computed from, before that is computed",)
        return super().helps(finding)

    messages = (
        Message(
            ("post accumulate grad hooks cannot be registered on non-leaf tensors",),
            "a hook on the collected gradient was put on the result of an operation, where no gradient is collected",
            "register it on the parameter; on a result use `register_hook`",
            "this tensor was computed, so its gradient passes and is not kept",
        ),
        Message(
            ("Cannot use both regular backward hooks and full backward hooks",),
            "a module got backward hooks of the old and of the new kind, which see different gradients",
            "use `register_full_backward_hook` for all of them",
        ),
        Message(
            ("Expects mode to be one of ('all', 'any')",),
            "a hook on several tensors was registered with an unknown mode",
            'pass `mode="all"` to be called once with all gradients, or `mode="any"` for the first of them',
        ),
        Message(
            ("Cannot set Module backward hook for a Module with no input Tensors",),
            "a module has a backward hook, and was called without a tensor whose gradient could call it",
            "pass a tensor as a positional argument of the module, or put the hook on the tensor that it returns",
        ),
    )
