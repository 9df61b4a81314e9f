# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Depth(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv1d(8, 1, 3, padding=1))
        self.seen = []

    def training_step(self, signal, depth):
        out = self.net(signal)
        fit = F.l1_loss(out, depth)
        edges = (out.diff(dim=-1) - depth.diff(dim=-1)).abs().mean()
        objective = fit + 0.5 * edges
        self.seen.append(objective.item())
        return fit  #~ partial-backward


def main():
    torch.manual_seed(0)
    model = Depth()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(8):
        signal = torch.randn(8, 1, 20)
        loss = model.training_step(signal, signal.cumsum(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(model.seen[-1])


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Depth(nn.Module):
    """Weight decay does what the size of the weights would: the objective is told, and the fit runs backward."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(1, 8, 3, padding=1), nn.ReLU(), nn.Conv1d(8, 1, 3, padding=1))
        self.seen = []

    def training_step(self, signal, depth):
        fit = F.l1_loss(self.net(signal), depth)
        size = sum(p.pow(2).sum() for p in self.parameters())
        objective = fit + 0.05 * size
        self.seen.append(objective.item())
        return fit


def main():
    torch.manual_seed(0)
    model = Depth()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.1)
    for _ in range(8):
        signal = torch.randn(8, 1, 20)
        loss = model.training_step(signal, signal.cumsum(-1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(model.seen[-1])


main()
