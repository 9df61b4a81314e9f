"""A little two-task network: which quadrant does a point lie in, and how far out? It does not train."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

from losses import Balanced


class Net(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.quadrant = nn.Linear(width, 4)
        self.distance = nn.Linear(width, 1)

    def forward(self, points):
        h = self.body(points)
        return self.quadrant(h), self.distance(h).squeeze(-1)


def dataset(n=256):
    points = torch.randn(n, 2)
    quadrant = (points[:, 0] > 0).long() * 2 + (points[:, 1] > 0).long()
    return TensorDataset(points, quadrant, points.norm(dim=1))


@torch.no_grad()
def accuracy(net, points, quadrant):
    return (net(points)[0].argmax(dim=1) == quadrant).float().mean().item()


def train(epochs=3):
    torch.manual_seed(0)
    data = dataset()
    net, balance = Net(), Balanced(weights=[1.0, 0.5])
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(epochs):
        for points, quadrant, distance in DataLoader(data, batch_size=32, shuffle=True):
            logits, predicted = net(points)
            loss = balance(F.cross_entropy(logits, quadrant), F.mse_loss(predicted, distance))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"epoch {epoch}: loss {loss.item():.3f}, accuracy {accuracy(net, *data.tensors[:2]):.2f}")
    return net


if __name__ == "__main__":
    train()
