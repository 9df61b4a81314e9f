import torch
import torch.nn as nn


class Ensemble(nn.Module):
    def __init__(self, members=3):
        super().__init__()
        self.members = nn.ModuleList(nn.Linear(5, 1) for _ in range(members))

    def errors(self, x, y):
        for member in self.members:
            yield (member(x).squeeze(1) - y).abs().mean().item()  #~ left-torch


def worst_case(model, x, y):
    worst = max(model.errors(x, y))
    return torch.tensor(worst)


def main():
    torch.manual_seed(0)
    model = Ensemble()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(32, 5)
    y = x @ torch.tensor([1.0, -1.0, 0.5, 0.0, 2.0])  #! decoy
    for step in range(3):
        loss = worst_case(model, x, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():  #! decoy
            spread = torch.stack([m(x) for m in model.members]).std(dim=0).mean().item()
        print(step, loss.item(), spread)


if __name__ == "__main__":
    main()
