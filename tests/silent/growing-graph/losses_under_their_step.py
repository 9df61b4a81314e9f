# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def fit(net, steps=40):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    by_step = {"train": {}}
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x).squeeze(-1), x.sum(1))  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        by_step["train"][step] = loss  #~ growing-graph
    return by_step


torch.manual_seed(0)
print(float(fit(nn.Linear(6, 1))["train"][39]))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def fit(net, steps=40):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    by_step = {"train": {}}
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.mse_loss(net(x).squeeze(-1), x.sum(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        by_step["train"][step] = loss.detach()
    return by_step


torch.manual_seed(0)
print(float(fit(nn.Linear(6, 1))["train"][39]))
