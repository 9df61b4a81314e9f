import torch
import torch.nn as nn


class Buffer:
    def __init__(self, n):
        self.samples = [torch.randn(2) for _ in range(n)]

    def draw(self, k):
        self.idx = torch.randint(0, len(self.samples), (k,)).tolist()
        return torch.stack([self.samples[i] for i in self.idx])

    def keep(self, batch):
        for i, row in zip(self.idx, batch):  #~ requires-grad-misuse
            self.samples[i] = row  #~ requires-grad-misuse


def langevin(energy, start, steps=5):
    x = start
    x.requires_grad = True
    for _ in range(steps):
        (g,) = torch.autograd.grad(energy(x).sum(), x)
        x = x - 0.1 * g + 0.01 * torch.randn_like(x)  #~ requires-grad-misuse
    return x


torch.manual_seed(0)
energy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(energy.parameters(), lr=1e-2)
buffer = Buffer(8)
for step in range(6):
    fake = langevin(energy, buffer.draw(4))
    buffer.keep(fake)  #~ requires-grad-misuse
    loss = energy(torch.randn(4, 2)).mean() - energy(fake.detach()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
