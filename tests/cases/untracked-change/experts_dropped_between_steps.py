"""A gate that loses experts between two steps, while the previous loss is still alive."""

import torch
import torch.nn as nn


class Mixture(nn.Module):
    def __init__(self, dim=6, experts=5):
        super().__init__()
        self.gate = nn.Parameter(torch.randn(dim, experts) / dim)
        self.values = nn.Parameter(torch.randn(experts, dim))

    def forward(self, x):
        return (x @ self.gate).softmax(-1) @ self.values

    def drop(self, number):
        self.values.data = self.values.data[number:]  #~ untracked-change
        self.gate.data = self.gate.data[:, number:]  #~ untracked-change


def main():
    torch.manual_seed(0)
    model = Mixture()
    history = []
    for step in range(4):
        if step == 2:
            model.drop(1)
        loss = (model(torch.randn(7, 6)) - 1).pow(2).mean()
        history.append(loss)  #! decoy
        model.zero_grad()
        loss.backward()  #! decoy
        with torch.no_grad():
            for p in model.parameters():
                p.sub_(p.grad, alpha=0.1)


main()
