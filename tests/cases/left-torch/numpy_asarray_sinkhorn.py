import numpy as np
import torch
import torch.nn as nn


def sinkhorn(cost, eps=0.2, rounds=10):
    """Transport plan between two uniform distributions."""
    k = np.exp(-cost / eps)
    u = np.ones(len(k)) / len(k)
    for _ in range(rounds):
        v = 1.0 / (k.T @ u) / k.shape[1]
        u = 1.0 / (k @ v) / k.shape[0]
    return u[:, None] * k * v[None, :]


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))

    def forward(self, x):
        return self.net(x)


def transport_loss(a, b):
    cost = torch.cdist(a, b)
    cost = np.asarray(cost.detach())  #~ left-torch|detached-tensor
    plan = sinkhorn(cost)
    return torch.tensor((plan * cost).sum(), dtype=torch.float32)  #~ left-torch


def main():
    torch.manual_seed(0)
    model = Embedder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    fixed = torch.randn(6, 2)
    for step in range(3):
        x = torch.randn(6, 4)
        loss = transport_loss(model(x), fixed)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        plan = sinkhorn(torch.cdist(fixed, fixed).numpy())  #! decoy
        print(step, loss.item(), plan.sum())


if __name__ == "__main__":
    main()
