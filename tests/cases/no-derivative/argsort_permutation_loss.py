import torch
import torch.nn as nn


class Sorter(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        return self.score(x).squeeze(-1)


class SpearmanLoss(nn.Module):
    @staticmethod
    def ranks(values):
        return torch.argsort(torch.argsort(values, dim=-1), dim=-1).float()  #~ no-derivative

    def forward(self, predicted, wanted):
        a, b = self.ranks(predicted), self.ranks(wanted)
        a, b = a - a.mean(dim=-1, keepdim=True), b - b.mean(dim=-1, keepdim=True)
        return 1 - ((a * b).sum(dim=-1) / (a.norm(dim=-1) * b.norm(dim=-1))).mean()


def main():
    torch.manual_seed(0)
    model, criterion = Sorter(), SpearmanLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        x = torch.randn(4, 7, 3)
        scores = model(x)
        loss = criterion(scores, x.sum(dim=-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), scores.argmax(dim=1).tolist())  #! decoy


if __name__ == "__main__":
    main()
