# file: main.py
import torch

from newton import TruncatedNewton


class Waves(torch.nn.Module):
    def __init__(self, terms=6):
        super().__init__()
        self.frequency = torch.nn.Parameter(torch.arange(1.0, terms + 1) / 2)
        self.height = torch.nn.Parameter(0.1 * torch.ones(terms))

    def forward(self, t):
        return (self.height * torch.sin(self.frequency * t[:, None])).sum(1)


t = torch.linspace(0, 6, 80)
wanted = torch.sin(t) + 0.3 * torch.sin(3 * t)
waves = Waves()
solver = TruncatedNewton(waves.parameters(), damping=1.0)
for turn in range(4):
    solver.zero_grad()
    misfit = (waves(t) - wanted).square().mean()
    misfit.backward()  #~ missing-create-graph
    solver.step()  #! decoy
    print(turn, misfit.item())
# file: newton.py
import torch


class TruncatedNewton(torch.optim.Optimizer):
    def __init__(self, params, damping):
        super().__init__(list(params), {"damping": damping})

    def product(self, parameters, direction):
        total = 0.0
        for p, d in zip(parameters, direction):
            total = total + (p.grad * d).sum()
        return torch.autograd.grad(total, parameters, retain_graph=True)  #! decoy

    def step(self):
        for group in self.param_groups:
            parameters = group["params"]
            direction = [-p.grad.detach() for p in parameters]
            bent = self.product(parameters, direction)
            slope = sum((d * d).sum() for d in direction)
            curve = sum((b * d).sum() for b, d in zip(bent, direction)).clamp(min=0)
            rate = slope / (curve + group["damping"] * slope)
            with torch.no_grad():
                for p, d in zip(parameters, direction):
                    p.add_(rate * d)
