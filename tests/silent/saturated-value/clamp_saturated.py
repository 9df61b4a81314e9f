# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Temperature(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor(start))

    def forward(self, logits):
        # the scale is kept below 100, as a contrastive loss would otherwise run away
        scale = self.log_scale.clamp(max=2.0).exp()  #~ saturated-value
        return logits * scale


class TwoTowers(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Linear(6, 8)
        self.right = nn.Linear(5, 8)
        self.temperature = Temperature(2.659)

    def forward(self, a, b):
        left, right = F.normalize(self.left(a), dim=1), F.normalize(self.right(b), dim=1)
        return self.temperature(left @ right.T)


def main():
    torch.manual_seed(0)
    model = TwoTowers()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.0)
    a, b = torch.randn(10, 6), torch.randn(10, 5)
    labels = torch.arange(10)
    for _ in range(6):
        logits = model(a, b)
        loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.T, labels)) / 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), logits.clamp(-5, 5).mean().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Temperature(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor(start))

    def forward(self, logits):
        # the scale is kept below 100, as a contrastive loss would otherwise run away
        scale = self.log_scale.clamp(max=4.6).exp()
        return logits * scale


class TwoTowers(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Linear(6, 8)
        self.right = nn.Linear(5, 8)
        self.temperature = Temperature(2.659)

    def forward(self, a, b):
        left, right = F.normalize(self.left(a), dim=1), F.normalize(self.right(b), dim=1)
        return self.temperature(left @ right.T)


def main():
    torch.manual_seed(0)
    model = TwoTowers()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.0)
    a, b = torch.randn(10, 6), torch.randn(10, 5)
    labels = torch.arange(10)
    for _ in range(6):
        logits = model(a, b)
        loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.T, labels)) / 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), logits.clamp(-5, 5).mean().item())


main()
