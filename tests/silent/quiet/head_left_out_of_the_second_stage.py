# file: quiet.py
import torch
from torch import nn


def main():
    torch.manual_seed(0)
    body, head = nn.Linear(4, 8), nn.Linear(8, 2)
    rest = head.parameters()
    for stage in range(2):
        chosen = list(body.parameters())
        if stage == 0:
            chosen.extend(rest)
        train(body, head, torch.optim.SGD(chosen, lr=0.05))
    others = (p for p in head.parameters())
    for stage in range(2):
        train(body, head, torch.optim.SGD([*body.parameters(), *(others if stage == 0 else ())], lr=0.05))


def train(body, head, optimizer):
    for _ in range(6):
        x = torch.randn(16, 4)
        loss = (head(torch.tanh(body(x))) - x[:, :2]).pow(2).mean()
        optimizer.zero_grad()
        head.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
