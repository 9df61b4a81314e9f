# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

WINDOW = 4


class Painter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 6))

    def forward(self, x):
        return self.body(x)


def main():
    torch.manual_seed(0)
    painter, judge = Painter(), nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1))
    paints = torch.optim.SGD(painter.parameters(), lr=0.1)
    judges = torch.optim.Adam(judge.parameters(), lr=1e-3)
    for number in range(40):
        x = torch.randn(8, 6)
        out = painter(x)
        loss = F.mse_loss(out, x) - 0.01 * judge(out).mean()
        (loss / WINDOW).backward()
        if (number + 1) % WINDOW == 0:
            paints.step()
        paints.zero_grad()  #~ gradient-cleared
        judges.zero_grad()  #! decoy
        F.softplus(judge(out.detach()) - judge(x)).mean().backward()
        judges.step()


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

WINDOW = 4


class Painter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 6))

    def forward(self, x):
        return self.body(x)


def main():
    torch.manual_seed(0)
    painter, judge = Painter(), nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1))
    paints = torch.optim.SGD(painter.parameters(), lr=0.1)
    judges = torch.optim.Adam(judge.parameters(), lr=1e-3)
    for number in range(40):
        x = torch.randn(8, 6)
        out = painter(x)
        loss = F.mse_loss(out, x) - 0.01 * judge(out).mean()
        (loss / WINDOW).backward()
        if (number + 1) % WINDOW == 0:
            paints.step()
            paints.zero_grad()
        judges.zero_grad()
        F.softplus(judge(out.detach()) - judge(x)).mean().backward()
        judges.step()


if __name__ == "__main__":
    main()
