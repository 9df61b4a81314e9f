# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from validation import ValidationError, validate


def batch(step, n=8):
    x = torch.randn(n, 4)
    return x, (x[:, 0] > 0).long()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    held_out = {10: batch(0), 20: batch(1), 30: (torch.randn(0, 4), torch.zeros(0, dtype=torch.long)), 40: batch(2)}
    for step in range(50):
        if step in held_out:
            try:
                print(step, validate(net, *held_out[step]))
            except ValidationError as problem:
                print(step, "skipped:", problem)
        x, y = batch(step)
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: validation.py
import torch


class ValidationError(Exception):
    pass


def accuracy(logits, y):
    if len(y) == 0:
        raise ValidationError("no samples")
    return (logits.argmax(dim=1) == y).float().mean().item()  #! decoy


def validate(net, x, y):
    net.eval()
    torch.set_grad_enabled(False)  #~ grad-disabled
    result = accuracy(net(x), y)
    torch.set_grad_enabled(True)
    net.train()
    return result
