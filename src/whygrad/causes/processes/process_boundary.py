"""A tensor with a history was sent to another process, or a backward pass runs in a forked one."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._messages import Message, MessageCause
from whygrad.evidence.processes import DataSetItem
from whygrad.evidence.torch_texts import IN_WORKER
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind
from whygrad.source.patterns.functions import returned_by_code

SENT = (  # what torch says where a batch of values with a history is to be sent
    "Cowardly refusing to serialize non-leaf tensor which requires_grad",
    "functions with out=... arguments don't support automatic differentiation",
)


class ProcessBoundary(MessageCause):
    name = "process-boundary"
    inferred = (
        "torch reports that the worker sent a tensor with a history; the line that "
        "created it is inferred from the source"
    )
    messages = (
        Message(
            ("Cowardly refusing to serialize non-leaf tensor which requires_grad",),
            "a result that carries a gradient was sent to another process, where its history cannot follow",
            "send `tensor.detach()`; to train across processes, exchange gradients instead, as "
            "`DistributedDataParallel` does",
            "this value leaves the process",
        ),
        Message(
            ("__setstate__ can be only called on leaf Tensors",),
            "`__setstate__` was called on a non-leaf tensor",
            "restore into a new tensor, or into `tensor.detach()`",
        ),
        Message(
            ("autograd's threading in combination with fork-based multiprocessing",),
            "a backward pass was started in a forked process, which lacks autograd's threads",
            'start processes with `torch.multiprocessing.set_start_method("spawn")`, or run no backward pass before '
            "the fork",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if (
            graph.query.kind is not QueryKind.ERROR
            or IN_WORKER not in graph.query.error
            or not any(f in graph.query.error for f in SENT)
        ):
            yield from super().find_in_run(graph, verdict)
            return
        made = [
            place for item in graph.evidence(DataSetItem) for place in returned_by_code(item.function, graph.sources)
        ]
        facts = {"message": 0, "error": graph.query.error, "root": "", "worker": True}
        path = tuple(Step("", place, "the loader's worker fails to send it") for place in graph.query.chain[-1:])
        chain = (*graph.query.chain, *made[-1:])
        yield Finding(self.name, "error", "inferred", chain, path if made else (), facts=facts)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if not finding.facts.get("worker"):
            return super().notes(finding)
        said = [line for line in str(finding.facts["error"]).splitlines() if line.startswith("RuntimeError: ")]
        return tuple(f"torch says, in the worker: {line.partition(': ')[2]}" for line in said[-1:])

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if not finding.facts.get("worker"):
            return super().helps(finding)
        return ("return plain data from the data set, and run the model on the batch in the training loop",)
