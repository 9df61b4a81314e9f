# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(6):
        x = torch.randn(20, 6)
        out = net(x)
        penalty = 0.01 * out.pow(2).mean()
        optimizer.zero_grad()
        penalty.backward(retain_graph=True)  #~ counted-twice
        loss = F.cross_entropy(out, x[:, :3].argmax(1)) + penalty
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(6):
        x = torch.randn(20, 6)
        out = net(x)
        penalty = 0.01 * out.pow(2).mean()
        optimizer.zero_grad()
        loss = F.cross_entropy(out, x[:, :3].argmax(1)) + penalty
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
