"""Alarms at random moments, each of which raises; all of them are caught and counted."""

import random
import signal
import sys

import torch


class Timeout(Exception):
    pass


def handler(signum, frame):
    global raised
    raised += 1
    if optimizer is None:  # torch's own optimizers switch gradients off, and functions
        states.add((torch._C._is_torch_function_enabled(), torch.is_grad_enabled()))
    raise Timeout


def step():
    hidden = net(x)
    loss = (hidden * hidden).mean() + torch.nn.functional.mse_loss(hidden, torch.zeros_like(hidden))
    if optimizer is not None:
        optimizer.zero_grad()
    loss.backward()
    if optimizer is not None:
        optimizer.step()
    x[0] = loss.item()
    return bool(x.sum() > 0)


wanted, raised, caught, states = int(sys.argv[1]), 0, 0, set()
random.seed(sys.argv[2])
net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.001) if sys.argv[3:] else None
x = torch.randn(16, 4)
step()
signal.signal(signal.SIGALRM, handler)
while raised < wanted and raised == caught:
    before = raised
    try:
        signal.setitimer(signal.ITIMER_REAL, random.uniform(1e-5, 3e-3))
        while raised == before:
            step()
    except Timeout:
        caught += 1
        torch._C._set_grad_enabled(True)  # torch's own `no_grad` is not safe from exceptions at any moment
print(raised, caught, sorted(states))
x.requires_grad_().detach().sum().backward()
