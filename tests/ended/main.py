"""Forks that end in every way, while things with finalizers that compute are alive."""

import atexit
import multiprocessing
import os
import sys
import weakref

import torch


class Late:
    """Is finalised when Python is taken apart, where nothing can be imported any more."""

    def __init__(self):
        self.tensor = torch.ones(3, requires_grad=True)
        self.itself = self

    def __del__(self):
        print("late", (self.tensor * 2).sum().item(), file=sys.stderr)


def train(steps=1):
    for _ in range(steps):
        optimizer.zero_grad()
        net(torch.ones(1, 2)).sum().backward()
        optimizer.step()


def fails():
    waiting.wait()
    net(torch.ones(1, 2)).detach().sum().backward()


def end(how):
    train(2)
    if how == "exit":
        sys.exit(3)
    if how == "at once":
        os._exit(4)
    if how == "error":
        raise ValueError("of the child")


net = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
train()
late = Late()
atexit.register(train)
weakref.finalize(net, lambda: print("gone", torch.ones(2).sum().item(), file=sys.stderr))
context = multiprocessing.get_context("fork")
waiting = context.Event()
process = context.Process(target=fails)
process.start()
is_child = False
for way in ("exit", "at once", "error", "fall through"):
    child = os.fork()
    if not child:
        is_child = True
        end(way)
        break
    print(way, os.waitpid(child, 0)[1])
if not is_child:
    waiting.set()
    process.join()
    print(process.exitcode)
