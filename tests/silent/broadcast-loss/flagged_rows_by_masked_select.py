# file: main.py
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
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Masks of the right shape, and rows that are taken whole."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
    classes = nn.Linear(6, 4)
    optimizer = torch.optim.Adam([*net.parameters(), *classes.parameters()], lr=1e-2)
    for step in range(10):
        x = torch.randn(20, 6)
        flagged = x[:, 0] > 0.3
        risk = net(x)
        loss = torch.masked_select(risk, flagged.unsqueeze(1)).square().mean() + risk[flagged].abs().mean()
        logits = classes(x).masked_fill(flagged[:, None], 0.0)
        loss = loss + F.cross_entropy(logits, torch.randint(0, 4, (20,)))
        loss = loss + torch.where(flagged, risk.squeeze(1), -risk.squeeze(1)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
