# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from penalties import Orthogonal


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
    opt, penalty = torch.optim.Adam(net.parameters(), lr=1e-2), Orthogonal(0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss = loss + penalty(net)
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
    """Numbers as weights and levels, not as terms that should learn."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    running = 0.0
    for step in range(steps):
        x = torch.randn(16, 6)
        logits = net(x)
        loss = F.cross_entropy(logits, x[:, :3].argmax(1))
        penalty = logits.pow(2).mean()
        weight = 0.1 * loss.item() / (penalty.item() + 1e-6)
        running = 0.9 * running + 0.1 * loss.item()
        level = 0.05
        whole = (loss - level).abs() + level + weight * penalty
        opt.zero_grad()
        whole.backward()
        opt.step()
        print(step, f"{whole.item() + running:.4f}")


if __name__ == "__main__":
    main()
# file: penalties.py
import torch


class Orthogonal:
    def __init__(self, weight):
        self.weight = weight

    def __call__(self, net):
        w = net[0].weight
        gram = w @ w.T
        far = (gram - torch.eye(len(gram))).pow(2).mean().item()  #~ left-torch
        return self.weight * far
