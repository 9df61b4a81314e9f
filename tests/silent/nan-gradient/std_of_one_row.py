# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class BatchStandard(nn.Module):
    def forward(self, h):
        return (h - h.mean(0)) / (h.std(0) + 1e-5)  #~ nan-gradient|nan-value


def loader(x, y, size):
    for start in range(0, len(x), size):
        yield x[start : start + size], y[start : start + size]


def main():
    torch.manual_seed(0)
    x = torch.randn(33, 5)
    y = x.sum(1, keepdim=True)
    model = nn.Sequential(nn.Linear(5, 8), BatchStandard(), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(2):
        for batch, target in loader(x, y, 8):
            loss = F.mse_loss(model(batch), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class BatchStandard(nn.Module):
    def forward(self, h):
        return (h - h.mean(0)) / (h.std(0, unbiased=False) + 1e-5)


def loader(x, y, size):
    for start in range(0, len(x), size):
        yield x[start : start + size], y[start : start + size]


def main():
    torch.manual_seed(0)
    x = torch.randn(33, 5)
    y = x.sum(1, keepdim=True)
    model = nn.Sequential(nn.Linear(5, 8), BatchStandard(), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(2):
        for batch, target in loader(x, y, 8):
            loss = F.mse_loss(model(batch), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
