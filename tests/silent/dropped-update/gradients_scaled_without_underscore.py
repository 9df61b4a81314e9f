# file: main.py
import torch
from torch import nn


def soften(group, factor):
    for weight in group:
        slope = weight.grad
        if slope is None:
            continue
        slope.mul(factor)  #~ dropped-update


def main(steps=6):
    torch.manual_seed(0)
    body, head = nn.Linear(6, 12), nn.Linear(12, 1)
    optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
    x = torch.randn(40, 6)
    y = x[:, :1] * x[:, 1:2]
    for step in range(steps):
        loss = nn.functional.mse_loss(head(torch.tanh(body(x))), y)
        optimizer.zero_grad()
        loss.backward()
        soften(body.parameters(), 0.1)  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
from torch import nn


def soften(group, factor):
    for weight in group:
        slope = weight.grad
        if slope is None:
            continue
        slope = slope.mul(factor)
        weight.grad.copy_(slope)


def largest(group):
    return max(weight.grad.mul(2).abs().max().item() for weight in group)


def main(steps=6):
    torch.manual_seed(0)
    body, head = nn.Linear(6, 12), nn.Linear(12, 1)
    optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
    x = torch.randn(40, 6)
    y = x[:, :1] * x[:, 1:2]
    for step in range(steps):
        loss = nn.functional.mse_loss(head(torch.tanh(body(x))), y)
        optimizer.zero_grad()
        loss.backward()
        soften(body.parameters(), 0.1)
        print(step, loss.item(), largest(body.parameters()))
        optimizer.step()


if __name__ == "__main__":
    main()
