# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Residual(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.a, self.b = nn.Conv2d(c, c, 3, padding=1), nn.Conv2d(c, c, 3, padding=1)
        self.na, self.nb = nn.BatchNorm2d(c), nn.BatchNorm2d(c)
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        skip = x
        h = self.act(self.na(self.a(x)))
        h = self.nb(self.b(h))
        h += skip
        return self.act(h)


class Dense(nn.Module):
    def __init__(self, c, growth=4):
        super().__init__()
        self.norm, self.conv = nn.BatchNorm2d(c), nn.Conv2d(c, growth, 3, padding=1)

    def forward(self, x):
        return torch.cat([x, self.conv(F.relu(self.norm(x), inplace=True))], 1)


def main(steps=4):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(inplace=True), Residual(6), Dense(6), Residual(10), nn.Flatten(), nn.Dropout(0.5), nn.Linear(10 * 36, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9, nesterov=True)
    for step in range(steps):
        x = torch.rand(8, 1, 6, 6)
        loss = F.cross_entropy(net(x), torch.randint(0, 3, (8,)), label_smoothing=0.1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
