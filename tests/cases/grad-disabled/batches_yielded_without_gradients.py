# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from features import feature_batches


def main():
    torch.manual_seed(0)
    backbone = nn.Sequential(nn.Linear(8, 16), nn.ReLU()).eval()
    head = nn.Linear(16, 3)
    opt = torch.optim.Adam(head.parameters(), lr=1e-2)
    x, y = torch.randn(32, 8), torch.randint(0, 3, (32,))
    for epoch in range(2):
        for f, t in feature_batches(backbone, x, y, 8):
            loss = F.cross_entropy(head(f), t)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item())


main()
# file: features.py
import torch


def feature_batches(backbone, x, y, size):
    with torch.no_grad():  #~ grad-disabled
        for b in torch.arange(len(x)).split(size):
            yield backbone(x[b]), y[b]
