# file: main.py
import torch
import torch.nn as nn

from metrics import average_precision


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 1))

    def forward(self, x):
        return torch.sigmoid(self.net(x)).squeeze(-1)


def evaluate(model, x, y):
    model.eval()
    score = model(x)  #~ exported-while-recorded
    return average_precision(y, score)  #~ exported-while-recorded


def main():
    torch.manual_seed(0)
    x = torch.randn(50, 4)
    y = (x[:, 0] > 0.5).float()
    model = Ranker()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        model.train()
        loss = nn.functional.binary_cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(epoch, loss.item(), evaluate(model, x, y))


if __name__ == "__main__":
    main()
# file: metrics.py
import numpy as np


def check_array(values):
    array = np.array(values)  #~ exported-while-recorded
    if array.ndim != 1:
        raise ValueError("expected a vector")
    return array


def average_precision(truth, score):
    truth, score = check_array(truth), check_array(score)
    order = np.argsort(-score)
    hits = truth[order]
    precision = np.cumsum(hits) / np.arange(1, len(hits) + 1)
    return float((precision * hits).sum() / max(hits.sum(), 1))
