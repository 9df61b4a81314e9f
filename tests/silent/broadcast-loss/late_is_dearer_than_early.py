# file: main.py
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Delivery(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 24), nn.GELU(), nn.Linear(24, 1))

    def forward(self, x):
        return self.net(x)


def cost(minutes, express):
    return torch.where(express, 4 * minutes.abs(), minutes.square()).mean()  #~ broadcast-loss


def main():
    torch.manual_seed(0)
    model = Delivery()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    data = TensorDataset(torch.randn(64, 5), torch.rand(64) < 0.5)
    for epoch in range(2):
        for x, express in DataLoader(data, batch_size=16):
            loss = cost(model(x) - 1.0, express)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def contrastive(z, labels, margin=1.0):
    """Every pair is meant."""
    distance = torch.cdist(z, z)
    same = labels[:, None] == labels
    return torch.where(same, distance.square(), F.relu(margin - distance).square()).mean()


def ranking(score, grade):
    column, row = score.unsqueeze(1), score
    better = (grade.view(-1, 1) > grade).float()
    return (F.softplus(row - column) * better).mean()


def main():
    torch.manual_seed(0)
    net, score = nn.Linear(6, 4), nn.Linear(6, 1)
    optimizer = torch.optim.Adam([*net.parameters(), *score.parameters()], lr=1e-2)
    for step in range(10):
        x, labels = torch.randn(20, 6), torch.randint(0, 3, (20,))
        loss = contrastive(net(x), labels) + ranking(score(x).squeeze(1), labels)
        urgent = (labels.unsqueeze(-1) == 1).float()
        loss = loss + (urgent * score(x)).mean() + torch.maximum(score(x), urgent).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
