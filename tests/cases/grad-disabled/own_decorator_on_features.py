# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from decorators import evaluating, logged


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 10), nn.BatchNorm1d(10), nn.ReLU(), nn.Linear(10, 4))

    def forward(self, x):
        return self.net(x)


@logged
@evaluating  #~ grad-disabled
def extract(model, x):
    return F.normalize(model(x), dim=-1)


def info_nce(q, k, temperature=0.2):
    return F.cross_entropy(q @ k.T / temperature, torch.arange(len(q)))


def main():
    torch.manual_seed(0)
    student, teacher = Encoder(), Encoder()
    teacher.requires_grad_(False)  #! decoy
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for step in range(3):
        x = torch.randn(8, 6)
        keys = extract(teacher, x + 0.1 * torch.randn_like(x))
        queries = extract(student, x)
        loss = info_nce(queries, keys.detach())  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: decorators.py
import functools

import torch


def logged(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        inner.calls += 1
        return fn(*args, **kwargs)

    inner.calls = 0
    return inner


def evaluating(fn):
    """Runs the function with its model in eval mode."""

    @functools.wraps(fn)
    def inner(model, *args, **kwargs):
        was, _ = model.training, model.eval()
        with torch.no_grad():  #~ grad-disabled
            result = fn(model, *args, **kwargs)
        model.train(was)
        return result

    return inner
