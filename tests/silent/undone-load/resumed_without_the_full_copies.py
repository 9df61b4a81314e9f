# file: main.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(6, 12), nn.Linear(12, 3)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


class Rounded:
    """Computes in half precision, and steps a full copy."""

    def __init__(self, model):
        self.pairs = [(p, p.detach().float().clone().requires_grad_()) for p in model.parameters()]
        self.inner = torch.optim.SGD([full for _, full in self.pairs], lr=0.05, momentum=0.9)

    def state(self):
        return [full.detach().clone() for _, full in self.pairs]

    def load(self, state):
        with torch.no_grad():
            for (_, full), kept in zip(self.pairs, state):
                full.copy_(kept)

    @torch.no_grad()
    def step(self):
        for half, full in self.pairs:
            full.grad = half.grad.float()
        self.inner.step()
        for half, full in self.pairs:
            half.copy_(full.to(half.dtype))


def fit(model, optimizer, steps):
    for _ in range(steps):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(model(x.bfloat16()).float(), x[:, :3].argmax(1))
        model.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(1)
    model = Net().bfloat16()
    optimizer = Rounded(model)
    fit(model, optimizer, 20)
    file = io.BytesIO()
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state()}, file)
    file.seek(0)
    resumed = Net().bfloat16()
    optimizer = Rounded(resumed)
    saved = torch.load(file)
    resumed.load_state_dict(saved["model"])  #~ undone-load
    print(fit(resumed, optimizer, 10))


main()
# file: quiet.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(6, 12), nn.Linear(12, 3)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


class Rounded:
    """Computes in half precision, and steps a full copy."""

    def __init__(self, model):
        self.pairs = [(p, p.detach().float().clone().requires_grad_()) for p in model.parameters()]
        self.inner = torch.optim.SGD([full for _, full in self.pairs], lr=0.05, momentum=0.9)

    def state(self):
        return [full.detach().clone() for _, full in self.pairs]

    def load(self, state):
        with torch.no_grad():
            for (_, full), kept in zip(self.pairs, state):
                full.copy_(kept)

    @torch.no_grad()
    def step(self):
        for half, full in self.pairs:
            full.grad = half.grad.float()
        self.inner.step()
        for half, full in self.pairs:
            half.copy_(full.to(half.dtype))


def fit(model, optimizer, steps):
    for _ in range(steps):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(model(x.bfloat16()).float(), x[:, :3].argmax(1))
        model.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(1)
    model = Net().bfloat16()
    optimizer = Rounded(model)
    fit(model, optimizer, 20)
    file = io.BytesIO()
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state()}, file)
    file.seek(0)
    resumed = Net().bfloat16()
    optimizer = Rounded(resumed)
    saved = torch.load(file)
    optimizer.load(saved["optimizer"])
    resumed.load_state_dict(saved["model"])
    print(fit(resumed, optimizer, 10))


main()
