"""Warns in a loop, from two modules, by torch and by hand, while it trains."""

import sys
import warnings

import helper
import torch
from torch.utils.checkpoint import checkpoint

action = sys.argv[1]
if action != "default":
    warnings.simplefilter(action)


def tried(act, *args):
    try:
        return act(*args)
    except Warning as warning:
        print("raised", type(warning).__name__, str(warning)[:60])


net = torch.nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2)
state = torch.zeros(3)
for step in range(6):
    hidden = net(torch.ones(2, 3))
    tried(lambda: torch.nn.functional.softmax(hidden))
    loss = tried(helper.mismatched, hidden, torch.ones(3)) or hidden.sum()
    loss = loss + (tried(helper.Square.apply, hidden).sum() if action != "error" else 0)
    tried(helper.warn_here, "the helper")
    tried(helper.warn_caller, "its caller")
    tried(warnings.warn, f"step {step % 2}", DeprecationWarning)
    tried(lambda: checkpoint(torch.sin, torch.ones(2), use_reentrant=True))
    tried(lambda: hidden.grad)
    optimizer.zero_grad()
    tried(loss.backward)
    tried(schedule.step)
    tried(lambda: torch.nn.utils.clip_grad_norm_([hidden, *net.parameters()], 1.0))
    optimizer.step()
    if step == 3:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            helper.warn_here("nobody hears this")
    tried(lambda: torch.ones(2, 3, 4).T)
    tried(lambda: torch.tensor(state))
    tried(lambda: torch.complex(state, state).to(torch.float32))
x = torch.ones(3)
other = torch.optim.SGD([x], lr=0.1)
x += net.weight[0]  # now a result, in the hands of an optimizer
for _ in range(3):
    tried((x * 2).sum().backward, None, True)
    tried(other.step)
