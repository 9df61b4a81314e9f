# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(3)
net = nn.Linear(6, 2)
other = [torch.zeros_like(p) for p in net.parameters()]
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)


@torch.no_grad()
def swap():
    """Two members of an ensemble take turns in one network."""
    for p, kept in zip(net.parameters(), other):
        mine = p.clone()
        p.copy_(kept)
        kept.copy_(mine)


for _ in range(24):
    x = torch.randn(16, 6)
    loss = (net(x) - x[:, :2]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    swap()
print(loss.item())
