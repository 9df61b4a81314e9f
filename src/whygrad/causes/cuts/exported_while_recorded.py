"""`numpy()` on a tensor that requires a gradient: NumPy would lose it without a word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.finding import Finding
from whygrad.graph.sites import parting
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain
from whygrad.source.span import reads_only_parameters


class ExportedWhileRecorded(MessageCause):
    name = "exported-while-recorded"
    messages = (
        Message(
            ("Can't call numpy() on Tensor that requires grad",),
            "a tensor that requires a gradient is passed to NumPy, which cannot track gradients",
            "for logging, use plain values (`.item()`, `.detach().numpy()`, or compute under `torch.no_grad()`); "
            "for a loss, stay in torch",
            "NumPy reads the values here",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            yield replace(finding, chain=_where_it_is_named(graph))


def _where_it_is_named(graph: UncutGraph) -> Chain:
    """The conversion itself; but the caller's line where the same conversion had gone well with other tensors.

    It is not looked for further out than the frame that made the value: who made it chose to hand it over.
    """
    chain = graph.query.chain
    went_well = chain and any(n.kind == "export" and n.place == chain[-1] for n in graph.nodes)
    outermost = _frames_of_who_made_it(graph)
    while went_well and len(chain) > outermost and reads_only_parameters(chain[-1], graph.sources):
        chain = chain[:-1]
    return chain


def _frames_of_who_made_it(graph: UncutGraph) -> int:
    """How many frames lead to the call that both made the value and handed it on; 1 where that is not known."""
    values = [i for root in graph.query.roots for i in (graph.node(root).inputs[:1] or (root,))]
    parted = [at for i in values if (at := parting(graph.query.chain, graph.node(i).chain)) is not None]
    return parted[0] + 1 if parted else 1
