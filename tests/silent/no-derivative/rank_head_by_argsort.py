import torch
import torch.nn as nn
import torch.nn.functional as F


class Scorer(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(d, 16), nn.ReLU())
        self.value, self.order = nn.Linear(16, 1), nn.Linear(16, 1)

    def forward(self, x):
        h = self.body(x)
        return self.value(h).squeeze(1), self.order(h).squeeze(1)


def ranks(v):
    return v.argsort().argsort().float()  #~ no-derivative


def spearman_loss(pred, truth):
    a, b = ranks(pred), ranks(truth)
    a, b = a - a.mean(), b - b.mean()
    return 1 - (a * b).sum() / (a.norm() * b.norm())


def main():
    torch.manual_seed(0)
    model = Scorer()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    truth = x[:, 0] + x[:, 1] ** 2
    for epoch in range(6):
        value, order = model(x)
        loss = F.mse_loss(value, truth) + spearman_loss(order, truth)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        top = order.detach().topk(3).indices.tolist()  #! decoy
        print(epoch, loss.item(), top)  #! decoy


main()
