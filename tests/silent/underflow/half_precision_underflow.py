# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.calibrate = nn.Linear(4, 4)
        self.score = nn.Linear(4, 1)

    def forward(self, x):
        h = self.calibrate(x) * 1e-4
        half = h.half() * torch.tensor(1e-4).half() * torch.tensor(1e-4).half()  #~ underflow|zero-gradient
        return self.score(x) + half.float().sum(1, keepdim=True)


def main():
    torch.manual_seed(0)
    model = Probe()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    x = torch.randn(64, 4)
    y = x.mean(1, keepdim=True)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.calibrate = nn.Linear(4, 4)
        self.score = nn.Linear(4, 1)

    def forward(self, x):
        h = self.calibrate(x) * 1e-4
        half = h.bfloat16() * torch.tensor(1e-4).bfloat16() * torch.tensor(1e-4).bfloat16()
        return self.score(x) + half.float().sum(1, keepdim=True)


def main():
    torch.manual_seed(0)
    model = Probe()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    x = torch.randn(64, 4)
    y = x.mean(1, keepdim=True)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
