# file: main.py
import torch
import torch.nn.functional as F

from pointnet import TinyPointNet


def clouds(gen, n=12):
    label = torch.randint(0, 3, (n,), generator=gen)
    points = torch.randn(n, 20, 3, generator=gen)
    points = points * (1 + label.view(-1, 1, 1))
    return points, label


def main(steps=20):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    model = TinyPointNet()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(steps):
        points, label = clouds(gen)
        loss = F.nll_loss(model(points), label)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: pointnet.py
import torch.nn as nn
import torch.nn.functional as F


class TinyPointNet(nn.Module):
    def __init__(self, classes=3, hidden=16):
        super().__init__()
        self.point = nn.Linear(3, hidden)
        self.head = nn.Linear(hidden, classes)

    def forward(self, points):
        h = F.relu(self.point(points)).max(dim=1).values  #! decoy
        return F.log_softmax(self.head(h), dim=0)  #~ double-activation|wrong-dimension|softmax-dimension
