# file: main.py
import torch
from torch import nn


class Constraints:
    def __init__(self, limits):
        self.limits = limits
        self.logs = [torch.zeros((), requires_grad=True) for _ in limits]
        self.optimizer = torch.optim.SGD(self.logs, lr=0.05)

    def weights(self):
        return [log.exp() for log in self.logs]

    def tighten(self, costs):
        weights = self.weights()
        slack = sum(w * (limit - cost.detach()) for w, limit, cost in zip(weights, self.limits, costs))
        for log, slope in zip(self.logs, torch.autograd.grad(slack, weights)):  #~ grad-assignment
            log.grad = slope  #~ grad-assignment
        self.optimizer.step()


torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
constraints = Constraints([0.1, 0.5])
for step in range(40):
    x = torch.randn(32, 4)
    out = model(x)
    costs = [model.weight.pow(2).mean(), out.abs().mean()]
    loss = (out - x.sum(1, keepdim=True)).pow(2).mean()
    loss = loss + sum(w.detach() * cost for w, cost in zip(constraints.weights(), costs))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    constraints.tighten(costs)
print([w.item() for w in constraints.weights()])
# file: quiet.py
import torch
from torch import nn


class MasterWeights:
    """The optimizer has its own copies in float32; gradients of the model's go there."""

    def __init__(self, model):
        self.model = list(model.parameters())
        self.masters = [p.detach().float().clone().requires_grad_(True) for p in self.model]
        self.optimizer = torch.optim.Adam(self.masters, lr=0.02)

    def step(self, loss):
        for master, slope in zip(self.masters, torch.autograd.grad(loss, self.model)):
            master.grad = slope.float()
        self.optimizer.step()
        with torch.no_grad():
            for p, master in zip(self.model, self.masters):
                p.copy_(master)


class Signs(nn.Module):
    """Weights of -1 and 1; what stands behind them is moved with their gradient."""

    def __init__(self):
        super().__init__()
        self.real = nn.Parameter(0.1 * torch.randn(4, 3))
        self.optimizer = torch.optim.SGD([self.real], lr=0.1)

    def step(self, x, y):
        signs = self.real.sign() + 0 * self.real
        loss = (x @ signs - y).pow(2).mean()
        self.real.grad = torch.autograd.grad(loss, signs)[0]
        self.optimizer.step()
        return loss


class Mirror:
    """Probabilities by exponentiated gradients: along those of the probabilities, on purpose and by hand."""

    def __init__(self, n):
        self.logs = torch.zeros(n, requires_grad=True)

    def step(self, costs):
        shares = self.logs.exp()
        (slope,) = torch.autograd.grad((shares * costs).sum(), shares)
        with torch.no_grad():
            self.logs -= 0.1 * slope


torch.manual_seed(0)
model, signs, mirror = nn.Linear(4, 1).double(), Signs(), Mirror(3)
masters = MasterWeights(model)
for step in range(40):
    x = torch.randn(32, 4)
    loss = (model(x.double()) - x.double().sum(1, keepdim=True)).pow(2).mean()
    masters.step(loss)
    last = signs.step(x, x[:, :3])
    mirror.step(torch.tensor([0.1, 0.2, 0.3]))
print(loss.item(), last.item(), mirror.logs.exp())
