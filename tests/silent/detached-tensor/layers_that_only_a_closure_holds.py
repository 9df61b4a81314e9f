# file: main.py
import torch
from torch import nn


def make():
    body, head = nn.Linear(3, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
    return (lambda x: head(body(x).detach())), optimizer  #~ detached-tensor


def main():
    torch.manual_seed(0)
    predict, optimizer = make()
    for _ in range(4):
        loss = predict(torch.randn(4, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: quiet.py
import torch
from torch import nn


def make():
    body, head = nn.Linear(3, 3), nn.Linear(3, 1)
    optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
    return (lambda x: head(body(x))), optimizer


def main():
    torch.manual_seed(0)
    predict, optimizer = make()
    for _ in range(4):
        loss = predict(torch.randn(4, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
