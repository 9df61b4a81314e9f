# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for task in range(5):
        slow = net.state_dict()  #~ same-memory|self-load
        phase = torch.rand(1)
        for _ in range(4):
            x = torch.rand(16, 4)
            optimizer.zero_grad()
            F.mse_loss(net(x), (x.sum(1, keepdim=True) + phase).sin()).backward()
            optimizer.step()
        fast = net.state_dict()
        net.load_state_dict({k: slow[k] + 0.1 * (fast[k] - slow[k]) for k in slow})  #~ same-memory|self-load
    print(phase.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for task in range(5):
        slow = {k: v.clone() for k, v in net.state_dict().items()}
        phase = torch.rand(1)
        for _ in range(4):
            x = torch.rand(16, 4)
            optimizer.zero_grad()
            F.mse_loss(net(x), (x.sum(1, keepdim=True) + phase).sin()).backward()
            optimizer.step()
        fast = net.state_dict()
        net.load_state_dict({k: slow[k] + 0.1 * (fast[k] - slow[k]) for k in slow})
    print(phase.item())


main()
