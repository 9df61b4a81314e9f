# file: main.py
import torch
import torch.nn.functional as F

from model import Experts


class Objective:
    def __init__(self, model, weight):
        self.model, self.weight = model, weight

    def __call__(self, x, y):
        terms = {"balance": self.weight * self.model.balance(x)}
        terms["task"] = F.cross_entropy(self.model(x), y)  #~ loss-left-out
        total = terms["task"]  #~ loss-left-out
        return total, terms


def main(steps=8):
    torch.manual_seed(0)
    model = Experts()
    objective = Objective(model, 0.1)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss, _ = objective(x, (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: model.py
import torch
import torch.nn as nn


class Experts(nn.Module):
    def __init__(self, dim=6, experts=3):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(dim, 2) for _ in range(experts))
        self.spare = nn.Linear(dim, experts)

    def forward(self, x):
        return torch.stack([expert(x) for expert in self.experts]).mean(0)

    def balance(self, x):
        share = self.spare(x).softmax(1).mean(0)
        agree = torch.stack([expert(x) for expert in self.experts]).var(0).mean()
        return (share * share.log()).sum() + agree
