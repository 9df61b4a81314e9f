# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

# A network is adapted to each task by one step of gradient descent, in a copy of it: its own values stay as they are,
# before it is trained and after that.


def adapted(net, x, y):
    names, params = zip(*net.named_parameters(), strict=True)
    grads = torch.autograd.grad(F.mse_loss(net(x), y), params)
    return {n: p - 0.1 * g for n, p, g in zip(names, params, grads, strict=True)}


def tested(net, by_hand):
    learner, total = copy.deepcopy(net), 0.0
    for _ in range(10):
        x = torch.randn(16, 3)
        new = adapted(net, x, x.sum(1, keepdim=True))
        if by_hand:
            with torch.no_grad():
                for name, p in learner.named_parameters():
                    p.copy_(new[name])
        else:
            learner.load_state_dict(new)
        with torch.no_grad():
            total += F.mse_loss(learner(x), x.sum(1, keepdim=True)).item()
    return total


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    print(tested(net, by_hand=False), tested(net, by_hand=True))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(20):
        x = torch.randn(16, 3)
        optimizer.zero_grad()
        F.mse_loss(net(x), x.sum(1, keepdim=True)).backward()
        optimizer.step()
    print(tested(net, by_hand=False), tested(net, by_hand=True))


main()
