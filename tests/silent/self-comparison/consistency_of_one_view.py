# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from augment import consistency, jitter


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.classes = nn.Linear(16, 3)
        self.project = nn.Linear(16, 8)

    def forward(self, x):
        h = self.body(x)
        return self.classes(h), self.project(h)


def main(steps=8):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        logits, one = net(jitter(x))
        _, two = net(jitter(x))  #! decoy
        agree = consistency(one, one)  #~ self-comparison
        loss = F.cross_entropy(logits, x[:, :3].argmax(1)) + 0.5 * agree
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f} {agree.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from augment import consistency, jitter


def main(steps=8):
    """Differences that are meant: of two views, to a value without its history, among the rows of one value."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        one, two = net(jitter(x)), net(jitter(x))
        spread = (one.unsqueeze(0) - one.unsqueeze(1)).pow(2).mean()
        log_p = F.log_softmax(one, 1)[:, 0]
        ratio = (log_p - log_p.detach()).exp()
        loss = consistency(one, two) - 0.1 * spread - (ratio * x[:, 0]).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: augment.py
import torch


def jitter(x, scale=0.1):
    return x + scale * torch.randn_like(x)


def consistency(first, second):
    """How far two views of the same thing lie apart."""
    return (first - second).pow(2).mean()
