# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from attack import fast_gradient


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.out = nn.Linear(16, 2)

    def forward(self, x):
        return self.out(self.stem(x))


class Trainer:
    def __init__(self, model):
        self.model, self.opt = model, torch.optim.Adam(model.parameters(), lr=1e-2)

    def fit(self, x, y, epochs, warm_up=3):
        for epoch in range(epochs):
            inputs = x if epoch < warm_up else torch.cat([x, fast_gradient(self.model, x, y, 0.05)])
            labels = y if epoch < warm_up else torch.cat([y, y])
            loss = F.cross_entropy(self.model(inputs), labels)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            print(epoch, loss.item())  #! decoy


torch.manual_seed(0)
x = torch.randn(30, 6)
Trainer(Net()).fit(x, (x[:, 0] * x[:, 1] > 0).long(), 10)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def fast_gradient(model, x, y, size):
    model.requires_grad_(False)
    x = x.clone().requires_grad_(True)
    (gradient,) = torch.autograd.grad(F.cross_entropy(model(x), y), x)
    model.requires_grad_(True)
    return (x + size * gradient.sign()).detach()


def saliency(model, x):
    for p in model.parameters():
        p.requires_grad = False
    x = x.clone().requires_grad_(True)
    model(x).sum().backward()
    return x.grad.abs().mean()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 2))
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(30, 6)
y = (x[:, 0] * x[:, 1] > 0).long()
for stage in (model[:2], model[2:4]):
    for epoch in range(4):
        inputs, labels = torch.cat([x, fast_gradient(model, x, y, 0.05)]), torch.cat([y, y])
        if stage is not model and epoch:
            model[0].requires_grad_(False)
        loss = F.cross_entropy(model(inputs), labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
    model[0].requires_grad_(True)
print(loss.item(), saliency(model, x).item())
# file: attack.py
import torch
import torch.nn.functional as F


def fast_gradient(model, x, y, size):
    """The input moved against the model; for this the model itself needs no gradients."""
    for p in model.stem.parameters():
        p.requires_grad_(False)  #~ frozen-parameter
    x = x.clone().requires_grad_(True)
    (gradient,) = torch.autograd.grad(F.cross_entropy(model(x), y), x)
    return (x + size * gradient.sign()).detach()  #! decoy
