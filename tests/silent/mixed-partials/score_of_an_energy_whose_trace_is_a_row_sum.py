# file: main.py
import torch
from torch.autograd import grad

from energy import Energy, two_moons


def score_matching(energy, x):
    x = x.detach().requires_grad_()
    (score,) = grad(-energy(x).sum(), x, create_graph=True)
    (slope,) = grad(score.sum(), [x], create_graph=True)  #~ mixed-partials
    return (slope.sum(dim=1) + 0.5 * score.square().sum(dim=1)).mean()


def main():
    torch.manual_seed(0)
    energy = Energy()
    optimizer = torch.optim.Adam(energy.parameters(), lr=1e-3)
    for step in range(16):
        loss = score_matching(energy, two_moons(48))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 4 == 3:
            print(step, f"{loss.item():.4f}")


main()
# file: quiet.py
import torch
from torch.autograd import grad

from energy import Energy, two_moons


def exact_trace(score, x):
    total = 0
    for i in range(x.shape[1]):
        total = total + grad(score[:, i].sum(), x, create_graph=True)[0][:, i]
    return total


def trace_by_batch_sums(score, x):
    sums = score.sum(dim=0)
    return sum(grad(one, x, create_graph=True)[0][:, i] for i, one in enumerate(sums))


def estimated_trace(score, x):
    noise = torch.randint(0, 2, x.shape).float() * 2 - 1
    return (grad(score, x, noise, create_graph=True)[0] * noise).sum(dim=1)


def sliced_trace(score, x):
    slices = torch.randn_like(x)
    return (grad((score * slices).sum(), x, create_graph=True)[0] * slices).sum(dim=1)


def main():
    torch.manual_seed(0)
    for trace in (exact_trace, trace_by_batch_sums, estimated_trace, sliced_trace):
        energy = Energy()
        optimizer = torch.optim.Adam(energy.parameters(), lr=1e-3)
        for step in range(6):
            x = two_moons(48).requires_grad_()
            (score,) = grad(-energy(x).sum(), x, create_graph=True)
            loss = (trace(score, x) + 0.5 * score.square().sum(dim=1)).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(trace.__name__, f"{loss.item():.4f}")


main()
# file: energy.py
import torch
from torch import nn


class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 32), nn.Softplus(), nn.Linear(32, 32), nn.SiLU(), nn.Linear(32, 1))

    def forward(self, x):
        return self.layers(x) + 0.5 * x.square().sum(dim=1, keepdim=True)


def two_moons(n):
    angle = torch.rand(n) * torch.pi
    moon = torch.stack([angle.cos(), angle.sin()], dim=1)
    return moon + 0.1 * torch.randn(n, 2)
