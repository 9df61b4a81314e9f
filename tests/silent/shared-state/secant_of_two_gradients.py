# file: main.py
import torch
import torch.nn as nn


class Secant(torch.optim.Optimizer):
    """A step whose length comes from how much the gradient has changed."""

    def __init__(self, params, rate):
        super().__init__(params, {"lr": rate})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in filter(lambda p: p.grad is not None, group["params"]):
                memory = self.state[p]
                if "before" in memory:
                    change = (p.grad - memory["before"]).norm()
                    p.sub_(p.grad, alpha=group["lr"] / (1 + change.item()))
                else:
                    p.sub_(p.grad, alpha=group["lr"])
                memory["before"] = p.grad  #~ shared-state


torch.manual_seed(3)
net = nn.Sequential(nn.Linear(4, 10), nn.ReLU(), nn.Linear(10, 1))
optimizer = Secant(net.parameters(), 0.05)
for _ in range(12):
    x = torch.randn(16, 4)
    optimizer.zero_grad(set_to_none=False)
    loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


class Secant(torch.optim.Optimizer):
    """A step whose length comes from how much the gradient has changed."""

    def __init__(self, params, rate):
        super().__init__(params, {"lr": rate})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in filter(lambda p: p.grad is not None, group["params"]):
                memory = self.state[p]
                if "before" in memory:
                    change = (p.grad - memory["before"]).norm()
                    p.sub_(p.grad, alpha=group["lr"] / (1 + change.item()))
                else:
                    p.sub_(p.grad, alpha=group["lr"])
                memory["before"] = p.grad.clone()


torch.manual_seed(3)
net = nn.Sequential(nn.Linear(4, 10), nn.ReLU(), nn.Linear(10, 1))
optimizer = Secant(net.parameters(), 0.05)
for _ in range(12):
    x = torch.randn(16, 4)
    optimizer.zero_grad(set_to_none=False)
    loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
    loss.backward()
    optimizer.step()
print(loss.item())
