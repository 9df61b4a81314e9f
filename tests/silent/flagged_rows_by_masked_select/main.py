import torch
import torch.nn as nn
import torch.nn.functional as F


def overshoot(risk, flagged):
    """Only flagged patients are pulled towards zero."""
    return torch.masked_select(risk, flagged).square().mean()  #~ broadcast-loss


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(20, 6)
        flagged = x[:, 0] > 0.3
        risk = net(x)
        loss = F.softplus(-risk).mean() + overshoot(risk, flagged)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
