# file: main.py
import torch
import torch.nn as nn


class Coasting(torch.optim.Optimizer):
    def __init__(self, parameters, lr, drag):
        super().__init__(parameters, {"lr": lr, "drag": drag})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for parameter in group["params"]:
                speed = self.state[parameter].setdefault("speed", torch.zeros_like(parameter))
                speed.mul_(group["drag"])
                if parameter.grad is not None:
                    speed.sub_(parameter.grad)
                parameter.add_(speed, alpha=group["lr"])


torch.manual_seed(0)
sensor, judge = nn.Linear(5, 12), nn.Linear(12, 2)
optimizer = Coasting([*sensor.parameters(), *judge.parameters()], lr=0.03, drag=0.9)
for step in range(40):
    if step == 15:
        for parameter in sensor.parameters():
            parameter.requires_grad = False  #~ not-frozen
    readings = torch.randn(24, 5)
    loss = nn.functional.cross_entropy(judge(torch.tanh(sensor(readings))), (readings[:, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import copy

import torch
import torch.nn as nn


class Trailing(torch.optim.Optimizer):
    """Holds a network and its frozen average, and moves both."""

    def __init__(self, network, average, lr):
        super().__init__([*network.parameters(), *average.parameters()], {"lr": lr})
        self.pairs = list(zip(network.parameters(), average.parameters()))

    @torch.no_grad()
    def step(self, closure=None):
        for parameter, slow in self.pairs:
            speed = self.state[parameter].setdefault("speed", torch.zeros_like(parameter))
            speed.mul_(0.9).sub_(parameter.grad)
            parameter.add_(speed, alpha=self.param_groups[0]["lr"])
            slow.lerp_(parameter, 0.1)


torch.manual_seed(0)
judge = nn.Sequential(nn.Linear(5, 12), nn.Tanh(), nn.Linear(12, 2))
average = copy.deepcopy(judge).requires_grad_(False)
optimizer = Trailing(judge, average, lr=0.03)
for step in range(40):
    readings = torch.randn(24, 5)
    loss = nn.functional.cross_entropy(judge(readings), (readings[:, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        agreement = (average(readings).argmax(1) == judge(readings).argmax(1)).float().mean()
print(loss.item(), agreement.item())
