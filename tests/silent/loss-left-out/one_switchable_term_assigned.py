# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Denoiser(nn.Module):
    def __init__(self, sharp=0.3, sparse=0.01, clean=True):
        super().__init__()
        self.code = nn.Sequential(nn.Linear(12, 20), nn.ELU())
        self.back = nn.Linear(20, 12)
        self.sharp, self.sparse, self.clean = sharp, sparse, clean

    def criterion(self, noisy, target):
        code = self.code(noisy)
        out = self.back(code)
        total = torch.zeros(())
        if self.sparse:
            total += self.sparse * code.abs().sum(1).mean()
        if self.clean:
            total = F.mse_loss(out, target)  #~ loss-left-out
        if self.sharp:
            total = total + self.sharp * F.l1_loss(out.diff(dim=1), target.diff(dim=1))
        return total


def fit(net, rounds=12):
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(rounds):
        target = torch.randn(16, 12).cumsum(1)
        loss = net.criterion(target + 0.2 * torch.randn_like(target), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    print(fit(Denoiser()))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Denoiser(nn.Module):
    def __init__(self, sharp=0.3, sparse=0.01, clean=True, robust=True):
        super().__init__()
        self.code = nn.Sequential(nn.Linear(12, 20), nn.ELU())
        self.back = nn.Linear(20, 12)
        self.sharp, self.sparse, self.clean, self.robust = sharp, sparse, clean, robust

    def criterion(self, noisy, target):
        code = self.code(noisy)
        out = self.back(code)
        total = torch.zeros(())
        if self.sparse:
            total = total + self.sparse * code.abs().sum(1).mean()
        if self.clean:
            # The plain distance, and what is chosen instead of it.
            main = F.mse_loss(out, target)
            if self.robust:
                main = F.smooth_l1_loss(out, target)
            total += main
        if self.sharp:
            total += self.sharp * F.l1_loss(out.diff(dim=1), target.diff(dim=1))
        return total


def fit(net, rounds=12):
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(rounds):
        target = torch.randn(16, 12).cumsum(1)
        loss = net.criterion(target + 0.2 * torch.randn_like(target), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    print(fit(Denoiser()))
