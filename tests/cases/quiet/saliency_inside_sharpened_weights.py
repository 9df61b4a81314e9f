from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def sharpened(net, by):
    before = [p.detach().clone() for p in net.parameters()]
    with torch.no_grad():
        for p in net.parameters():
            p.mul_(by)
    yield
    with torch.no_grad():
        for p, old in zip(net.parameters(), before):
            p.copy_(old)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    image, label = torch.randn(8, 6), torch.randint(0, 3, (8,))
    loss = nn.functional.cross_entropy(net(image), label)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    seen = image.clone().requires_grad_()
    with sharpened(net, by=1.5):
        score = net(seen).gather(1, label[:, None]).sum()
        (slope,) = torch.autograd.grad(score, seen)
    print(step, slope.abs().mean().item())
