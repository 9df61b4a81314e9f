# file: main.py
import torch
import torch.nn as nn

from margin import ArcMargin


def main(steps=10):
    torch.manual_seed(0)
    body = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 6))
    criterion = ArcMargin(6, 4)
    opt = torch.optim.SGD(body.parameters(), lr=0.05)  #~ not-in-optimizer|gradient-piled-up
    for step in range(steps):
        x = torch.randn(16, 8)
        loss = criterion(body(x), x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: margin.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ArcMargin(nn.Module):
    def __init__(self, dim, classes, scale=8.0, margin=0.2):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(classes, dim))
        self.scale, self.margin = scale, margin

    def forward(self, z, y):
        cos = F.linear(F.normalize(z), F.normalize(self.centres))
        shift = F.one_hot(y, cos.size(1)) * self.margin
        return F.cross_entropy(self.scale * (cos - shift), y)
