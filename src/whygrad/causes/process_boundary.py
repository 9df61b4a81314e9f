"""A tensor with a history was sent to another process, or a backward pass runs in a forked one."""

from __future__ import annotations

from whygrad.causes._messages import Message, MessageCause


class ProcessBoundary(MessageCause):
    name = "process-boundary"
    messages = (
        Message(
            ("Cowardly refusing to serialize non-leaf tensor which requires_grad",),
            "a result that carries a gradient was sent to another process, where its history cannot follow",
            "send `tensor.detach()`; to train across processes exchange gradients instead, as "
            "`DistributedDataParallel` does",
            "this value leaves the process",
        ),
        Message(
            ("__setstate__ can be only called on leaf Tensors",),
            "the state of a tensor was to be restored over the result of an operation",
            "restore into a new tensor, or into `tensor.detach()`",
        ),
        Message(
            ("autograd's threading in combination with fork-based multiprocessing",),
            "a backward pass was started in a forked process, without the threads that run it in its parent",
            'start processes by `torch.multiprocessing.set_start_method("spawn")`, or run no backward pass before the '
            "fork",
        ),
    )
