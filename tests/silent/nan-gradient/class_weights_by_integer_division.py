# file: main.py
import torch
import torch.nn as nn

from weights import class_weights


def main():
    torch.manual_seed(0)
    x = torch.randn(60, 4)
    y = (x[:, 0] > 1).long() + (x[:, 1] > 1).long()
    net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 3))
    criterion = nn.CrossEntropyLoss(weight=class_weights(y, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(4):
        for b in torch.randperm(60).split(20):
            loss = criterion(net(x[b]), y[b])  #~ nan-gradient
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item())  #! decoy


main()
# file: weights.py
import torch


def class_weights(labels, n):
    counts = torch.bincount(labels, minlength=n)
    share = counts // labels.numel()  #~ nan-gradient|multiplied-by-zero
    return share.float()
