# file: main.py
import torch
import torch.nn as nn

from dtw import pairwise, soft_dtw


class Forecaster(nn.Module):
    def __init__(self, hidden=16, horizon=6):
        super().__init__()
        self.rnn, self.head = nn.LSTM(1, hidden, batch_first=True), nn.Linear(hidden, horizon)

    def forward(self, series):
        _, (h, _) = self.rnn(series)
        return self.head(h[-1]).unsqueeze(-1)


def main():
    torch.manual_seed(0)
    net = Forecaster()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    t = torch.arange(18.0)
    for step in range(3):
        waves = torch.sin(t[None] * 0.4 + torch.rand(4, 1) * 6).unsqueeze(-1)
        past, future = waves[:, :12], waves[:, 12:]
        pred = net(past)
        loss = torch.stack([soft_dtw(pairwise(p, f)) for p, f in zip(pred, future)]).mean()
        mse = (pred.detach() - future).pow(2).mean().item()  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), mse)


main()
# file: dtw.py
import numpy as np
import torch


def pairwise(a, b):
    return ((a[:, None] - b[None]) ** 2).sum(-1)


def soft_dtw(cost, gamma=1.0):
    """Soft minimum over all monotone alignments."""
    d = cost.detach().cpu().numpy()  #~ detached-tensor|left-torch
    n, m = d.shape
    r = np.full((n + 1, m + 1), 1e8)
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            prev = -np.array([r[i - 1, j - 1], r[i - 1, j], r[i, j - 1]]) / gamma
            top = prev.max()
            r[i, j] = d[i - 1, j - 1] - gamma * (np.log(np.exp(prev - top).sum()) + top)
    return torch.as_tensor(r[n, m], dtype=cost.dtype)
