import torch
import torch.nn as nn


class PointerNet(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.embed = nn.Linear(2, dim)
        self.score = nn.Linear(dim, 1)

    def forward(self, cities):
        return self.score(torch.tanh(self.embed(cities))).squeeze(-1)


def pad(rows, value=0.0):
    """Rows of different lengths become one tensor."""
    width = max(len(row) for row in rows)
    return torch.tensor([row + [value] * (width - len(row)) for row in rows])


def score_instances(model, instances):
    rows = [model(cities).tolist() for cities in instances]  #~ left-torch
    return pad(rows)


def main():
    torch.manual_seed(0)
    model = PointerNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        instances = [torch.rand(n, 2) for n in (3, 5, 4)]
        lengths = torch.tensor([len(c) for c in instances])  #! decoy
        scores = score_instances(model, instances)
        wanted = pad([c.norm(dim=1).tolist() for c in instances])  #! decoy
        mask = torch.arange(scores.size(1)) < lengths[:, None]
        loss = ((scores - wanted) * mask).pow(2).sum() / mask.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
