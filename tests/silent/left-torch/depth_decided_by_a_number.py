# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from adaptive import Adaptive


def main(steps=8):
    torch.manual_seed(0)
    net = Adaptive()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 5)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=8):
    """Decides by numbers, and what it decides by is trained by the loss."""
    torch.manual_seed(0)
    net, confidence = nn.Linear(5, 5), nn.Linear(5, 1)
    opt = torch.optim.Adam([*net.parameters(), *confidence.parameters()], lr=1e-2)
    best = 9.0
    for step in range(steps):
        x = torch.randn(16, 5)
        sure = torch.sigmoid(confidence(x))
        out = sure * net(x)
        if sure.mean().item() < 0.5:
            out = out + x
        loss = F.mse_loss(out, x)
        value = loss.item()
        if value < best:
            best = value
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{best:.4f}")


if __name__ == "__main__":
    main()
# file: adaptive.py
import torch
import torch.nn as nn


class Adaptive(nn.Module):
    def __init__(self, dim=5, most=4):
        super().__init__()
        self.block, self.out = nn.Linear(dim, dim), nn.Linear(dim, 1)
        self.confidence = nn.Sequential(nn.Linear(dim, 1), nn.Sigmoid())
        self.most = most

    def forward(self, x):
        done = 0
        while float(self.confidence(x).mean()) < 0.9 and done < self.most:  #~ left-torch
            x = torch.relu(self.block(x)) + x
            done += 1
        return self.out(x)
