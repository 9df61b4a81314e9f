# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def objective(scores, followed, reference, y, weight=0.5):
    follow = F.smooth_l1_loss(followed * 2.0, reference)  #! decoy
    return F.cross_entropy(scores, y) + weight * follow


def main():
    torch.manual_seed(0)
    net, frozen = nn.Linear(8, 4), nn.Linear(8, 4).requires_grad_(False)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(9):
        x = torch.randn(32, 8)
        scores, reference = net(x), frozen(x)
        loss = objective(scores, reference, reference, x[:, :4].argmax(1))  #~ constant-term
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def objective(scores, followed, reference, y, weight=0.5):
    follow = F.smooth_l1_loss(followed * 2.0, reference)
    return F.cross_entropy(scores, y) + weight * follow


def main():
    torch.manual_seed(0)
    net, frozen = nn.Linear(8, 4), nn.Linear(8, 4).requires_grad_(False)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(9):
        x = torch.randn(32, 8)
        scores, reference = net(x), frozen(x)
        loss = objective(scores, scores, reference, x[:, :4].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
