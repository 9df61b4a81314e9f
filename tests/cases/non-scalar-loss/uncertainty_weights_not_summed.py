# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from multitask import UncertaintyWeights


class Scene(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(inplace=True))
        self.depth, self.classes, self.normal = nn.Conv2d(8, 1, 1), nn.Conv2d(8, 4, 1), nn.Conv2d(8, 3, 1)

    def forward(self, x):
        x = self.body(x)
        return self.depth(x), self.classes(x), F.normalize(self.normal(x), dim=1)


def losses_of(out, depth, label, normal):
    return [
        F.l1_loss(out[0], depth),
        F.cross_entropy(out[1], label),
        (1 - (out[2] * normal).sum(1)).mean(),  #! decoy
    ]


def main():
    torch.manual_seed(0)
    model, weigh = Scene(), UncertaintyWeights(3)
    optimizer = torch.optim.Adam([*model.parameters(), *weigh.parameters()], lr=1e-3)
    for step in range(3):
        out = model(torch.rand(2, 3, 8, 8))
        targets = torch.rand(2, 1, 8, 8), torch.randint(0, 4, (2, 8, 8)), F.normalize(torch.randn(2, 3, 8, 8), dim=1)
        loss = weigh(losses_of(out, *targets))  #~ non-scalar-loss
        optimizer.zero_grad()
        loss.backward()  #~ non-scalar-loss
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: multitask.py
import torch
import torch.nn as nn


class UncertaintyWeights(nn.Module):
    """Learns how much each task counts (homoscedastic uncertainty)."""

    def __init__(self, tasks):
        super().__init__()
        self.log_var = nn.Parameter(torch.zeros(tasks))  #! decoy

    def forward(self, losses):
        losses = torch.stack(losses)
        return torch.exp(-self.log_var) * losses + self.log_var  #~ non-scalar-loss
