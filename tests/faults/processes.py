"""A process that the program starts loses its gradient, and another trains; the program goes on."""

import multiprocessing
import os
import sys

import torch


def train(cut):
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # where the traceback of the process goes
    w = torch.ones(2, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    value = w.detach() if cut else w
    value.sum().backward()
    optimizer.step()


if __name__ == "__main__":
    for cut in (True, False):
        context = multiprocessing.get_context("fork")
        process = context.Process(target=train, args=(cut,), name="Trainer")
        process.start()
        process.join()
        print(process.exitcode, flush=True)
