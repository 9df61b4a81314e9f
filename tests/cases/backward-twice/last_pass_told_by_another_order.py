"""One pass for each task over a shared body; which one is the last is read off another list."""

import torch
import torch.nn as nn

TASKS = ("depth", "edges", "normals")


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.heads = nn.ModuleDict({task: nn.Linear(12, 1) for task in TASKS})

    def forward(self, x):
        h = self.body(x)  #! decoy
        return {task: head(h).pow(2).mean() for task, head in self.heads.items()}


def pull(losses):
    for task in sorted(losses, key=lambda name: float(losses[name].detach()), reverse=True):
        losses[task].backward(retain_graph=task != TASKS[-1])  #~ backward-twice


torch.manual_seed(3)
net = Shared()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(20):
    losses = net(torch.randn(8, 6))
    optimizer.zero_grad()
    pull(losses)
    optimizer.step()
