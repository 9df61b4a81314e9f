# file: quiet.py
# Contrastive divergence: what the machine dreams was drawn from its weights, and both energies reach them directly.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Machine(nn.Module):
    def __init__(self, seen=10, hidden=14):
        super().__init__()
        self.links = nn.Parameter(torch.randn(hidden, seen) * 0.1)
        self.seen, self.hidden = nn.Parameter(torch.zeros(seen)), nn.Parameter(torch.zeros(hidden))

    def dream(self, day):
        for _ in range(3):
            thought = torch.bernoulli(torch.sigmoid(F.linear(day, self.links, self.hidden)))
            day = torch.bernoulli(torch.sigmoid(F.linear(thought, self.links.t(), self.seen)))
        return day

    def energy(self, day):
        return -(day @ self.seen).mean() - F.softplus(F.linear(day, self.links, self.hidden)).sum(1).mean()


torch.manual_seed(0)
machine = Machine()
opt = torch.optim.SGD(machine.parameters(), lr=0.05)
days = (torch.rand(3, 10) > 0.5).float()[torch.randint(3, (160,))]
for epoch in range(4):
    for some in torch.randperm(160).split(32):
        loss = machine.energy(days[some]) - machine.energy(machine.dream(days[some]))
        opt.zero_grad()
        loss.backward()
        opt.step()
print(loss.item())
