# file: main.py
import torch
import torch.nn as nn

from survival import GammaSurvival


def main():
    torch.manual_seed(0)
    model = GammaSurvival(4)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        x, time, seen = torch.randn(10, 4), torch.rand(10) + 0.1, torch.rand(10) > 0.5
        loss = model.loss(x, time, seen) + 1e-3 * sum(p.pow(2).sum() for p in model.parameters())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: survival.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class GammaSurvival(nn.Module):
    """Times until failure, gamma distributed; what has not failed yet counts by its survival."""

    def __init__(self, features):
        super().__init__()
        self.net = nn.Linear(features, 2)

    def density(self, shape, rate, time):
        return shape * rate.log() + (shape - 1) * time.log() - rate * time - torch.lgamma(shape)  #! decoy

    def survival(self, shape, rate, time):
        return torch.special.gammaincc(shape, rate * time).clamp_min(1e-6).log()  #~ missing-derivative

    def loss(self, x, time, seen):
        shape, rate = F.softplus(self.net(x)).unbind(1)
        return -torch.where(seen, self.density(shape, rate, time), self.survival(shape, rate, time)).mean()
