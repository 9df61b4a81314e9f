# file: main.py
import torch
from torch import nn


def main():
    torch.manual_seed(0)
    body = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
    for _ in range(6):
        optimizer.zero_grad()
        scores = body(torch.randn(8, 4)).detach().requires_grad_()  #~ detached-tensor
        loss = scores.pow(2).mean()
        loss.backward()
        nn.utils.clip_grad_norm_(body.parameters(), 1.0)  #! the order is right
        optimizer.step()


main()
# file: quiet.py
import torch
from torch import nn


def main():
    torch.manual_seed(0)
    body = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
    for _ in range(6):
        optimizer.zero_grad()
        scores = body(torch.randn(8, 4))
        loss = scores.pow(2).mean()
        loss.backward()
        nn.utils.clip_grad_norm_(body.parameters(), 1.0)
        optimizer.step()


main()
