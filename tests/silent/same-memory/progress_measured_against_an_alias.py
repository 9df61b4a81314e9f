# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def moved(net, before):
    return sum((p - b).abs().sum() for p, b in zip(net.parameters(), before))  #~ same-memory


def main():
    torch.manual_seed(0)
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(40):
        x = torch.randn(16, 4)
        before = [p.detach() for p in net.parameters()]  #~ same-memory
        optimizer.zero_grad()
        F.mse_loss(net(x), x[:, :1]).backward()
        optimizer.step()
        if step > 2 and moved(net, before) < 1e-5:
            break
    print(step)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def moved(net, before):
    return sum((p - b).abs().sum() for p, b in zip(net.parameters(), before))


def main():
    torch.manual_seed(0)
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(40):
        x = torch.randn(16, 4)
        before = [p.detach().clone() for p in net.parameters()]
        optimizer.zero_grad()
        F.mse_loss(net(x), x[:, :1]).backward()
        optimizer.step()
        if step > 2 and moved(net, before) < 1e-5:
            break
    print(step)


main()
