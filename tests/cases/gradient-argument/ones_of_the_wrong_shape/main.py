import torch
import torch.nn as nn

from flow import divergence


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(16, 2)
        loss = divergence(net, x).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
