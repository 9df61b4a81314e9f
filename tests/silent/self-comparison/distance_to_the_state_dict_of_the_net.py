# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    before = net.state_dict()  #~ self-comparison|same-memory
    for _ in range(6):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        for name, p in net.named_parameters():
            loss = loss + 0.05 * F.mse_loss(p, before[name])  #~ self-comparison|same-memory
        optimizer.zero_grad()
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
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    before = {k: v.clone() for k, v in net.state_dict().items()}
    for _ in range(6):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        for name, p in net.named_parameters():
            loss = loss + 0.05 * F.mse_loss(p, before[name])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
