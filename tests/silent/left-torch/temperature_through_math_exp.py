# file: main.py
import torch
import torch.nn.functional as F

from metric import MetricNet


def main():
    torch.manual_seed(0)
    net = MetricNet(8, 5)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(50, 8)
    y = x[:, :5].argmax(1)  #! decoy
    for step in range(6):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.3f} t={net.log_t.item():.3f}")  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_metric import MetricNet


def main():
    torch.manual_seed(0)
    net = MetricNet(8, 5)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(50, 8)
    y = x[:, :5].argmax(1)
    for step in range(6):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.3f} t={net.log_t.item():.3f}")


if __name__ == "__main__":
    main()
# file: metric.py
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class MetricNet(nn.Module):
    def __init__(self, d, classes, dim=6):
        super().__init__()
        self.embed = nn.Linear(d, dim)
        self.centres = nn.Parameter(torch.randn(classes, dim))
        self.log_t = nn.Parameter(torch.tensor(math.log(0.1)))

    def forward(self, x):
        z = F.normalize(self.embed(x), dim=1)
        c = F.normalize(self.centres, dim=1)
        return z @ c.t() / math.exp(self.log_t)  #~ left-torch
# file: quiet_metric.py
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class MetricNet(nn.Module):
    def __init__(self, d, classes, dim=6):
        super().__init__()
        self.embed = nn.Linear(d, dim)
        self.centres = nn.Parameter(torch.randn(classes, dim))
        self.log_t = nn.Parameter(torch.tensor(math.log(0.1)))

    def forward(self, x):
        z = F.normalize(self.embed(x), dim=1)
        c = F.normalize(self.centres, dim=1)
        return z @ c.t() / torch.exp(self.log_t)
