# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def tested(net, x, y):
    net.eval()  #~ eval-mode
    with torch.no_grad():
        return (net(x).argmax(1) == y).float().mean().item()


def stage(net, x, y, rounds):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for _ in range(rounds):
        for rows in torch.randperm(len(x)).split(32):
            optimizer.zero_grad()
            F.cross_entropy(net(x[rows]), y[rows]).backward()
            optimizer.step()
    return optimizer


def main():
    torch.manual_seed(0)
    x = torch.randn(128, 6)
    encoder = nn.Sequential(nn.Linear(6, 20), nn.BatchNorm1d(20), nn.ReLU())
    coarse = nn.Sequential(encoder, nn.Dropout(0.1), nn.Linear(20, 2))
    stage(coarse, x, (x[:, 0] > 0).long(), 3)
    print("coarse", tested(coarse, x, (x[:, 0] > 0).long()))
    fine = nn.Sequential(encoder, nn.Linear(20, 20), nn.ReLU(), nn.Linear(20, 4))
    labels = x[:, :4].argmax(1)
    stage(fine, x, labels, 4)
    print("fine", tested(fine, x, labels))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def tested(net, x, y):
    net.eval()
    with torch.no_grad():
        return (net(x).argmax(1) == y).float().mean().item()


def stage(net, x, y, rounds):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for _ in range(rounds):
        net.train()
        for rows in torch.randperm(len(x)).split(32):
            optimizer.zero_grad()
            F.cross_entropy(net(x[rows]), y[rows]).backward()
            optimizer.step()
    return optimizer


def main():
    torch.manual_seed(0)
    x = torch.randn(128, 6)
    encoder = nn.Sequential(nn.Linear(6, 20), nn.BatchNorm1d(20), nn.ReLU())
    coarse = nn.Sequential(encoder, nn.Dropout(0.1), nn.Linear(20, 2))
    stage(coarse, x, (x[:, 0] > 0).long(), 3)
    print("coarse", tested(coarse, x, (x[:, 0] > 0).long()))
    fine = nn.Sequential(encoder, nn.Linear(20, 20), nn.ReLU(), nn.Linear(20, 4))
    labels = x[:, :4].argmax(1)
    stage(fine, x, labels, 4)
    print("fine", tested(fine, x, labels))


main()
