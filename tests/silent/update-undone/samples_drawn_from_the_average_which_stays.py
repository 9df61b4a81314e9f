# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


class Smoothed:
    def __init__(self, model, keep=0.9):
        self.model, self.keep = model, keep
        self.mean = {name: p.detach().clone() for name, p in model.named_parameters()}

    def follow(self):
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                self.mean[name].mul_(self.keep).add_(p, alpha=1 - self.keep)

    def swap_in(self):
        self.aside = {name: p.detach().clone() for name, p in self.model.named_parameters()}
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                p.copy_(self.mean[name])  #~ update-undone

    def swap_out(self):
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                p.copy_(self.aside[name])


def score(model, smoothed):
    smoothed.swap_in()
    x = torch.randn(64, 3)
    with torch.no_grad():
        found = F.mse_loss(model(x), x.prod(1, keepdim=True)).item()
    smoothed.swap_out()
    return found


def draw(model, smoothed):
    smoothed.swap_in()  #~ update-undone
    with torch.no_grad():
        return model(torch.randn(8, 3)).mean().item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 24), nn.SiLU(), nn.Linear(24, 1))
smoothed = Smoothed(model)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for step in range(1, 97):
    x = torch.randn(32, 3)
    loss = F.mse_loss(model(x), x.prod(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    smoothed.follow()
    if step % 24 == 7:
        print(step, "score", score(model, smoothed))
    if step % 24 == 15:
        print(step, "drawn", draw(model, smoothed))
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F


class Smoothed:
    def __init__(self, model, keep=0.9):
        self.model, self.keep = model, keep
        self.mean = {name: p.detach().clone() for name, p in model.named_parameters()}

    def follow(self):
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                self.mean[name].mul_(self.keep).add_(p, alpha=1 - self.keep)

    def swap_in(self):
        self.aside = {name: p.detach().clone() for name, p in self.model.named_parameters()}
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                p.copy_(self.mean[name])

    def swap_out(self):
        with torch.no_grad():
            for name, p in self.model.named_parameters():
                p.copy_(self.aside[name])


def score(model, smoothed):
    smoothed.swap_in()
    x = torch.randn(64, 3)
    with torch.no_grad():
        found = F.mse_loss(model(x), x.prod(1, keepdim=True)).item()
    smoothed.swap_out()
    return found


def go_on_from_the_mean(model, smoothed):
    """The student starts again from its teacher, now and then."""
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(smoothed.mean[name])


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 24), nn.SiLU(), nn.Linear(24, 1))
smoothed = Smoothed(model)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for step in range(1, 97):
    x = torch.randn(32, 3)
    loss = F.mse_loss(model(x), x.prod(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    smoothed.follow()
    if step % 24 == 7:
        print(step, "score", score(model, smoothed))
    if step % 24 == 15:
        go_on_from_the_mean(model, smoothed)
