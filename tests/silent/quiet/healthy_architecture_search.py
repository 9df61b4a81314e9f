# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Mixed(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.ops = nn.ModuleList([nn.Linear(d, d), nn.Sequential(nn.Linear(d, d), nn.Tanh()), nn.Identity()])

    def forward(self, x, weight):
        return sum(w * op(x) for w, op in zip(weight, self.ops))


class Search(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.cells = nn.ModuleList([Mixed(d), Mixed(d)])
        self.out = nn.Linear(d, 1)
        self._alphas = [(1e-3 * torch.randn(3)).requires_grad_() for _ in self.cells]

    def arch_parameters(self):
        return self._alphas

    def forward(self, x):
        for cell, alpha in zip(self.cells, self._alphas):
            x = cell(x, alpha.softmax(-1))
        return self.out(x)

    def genotype(self):
        return [alpha.detach().argmax().item() for alpha in self._alphas]


def main():
    torch.manual_seed(0)
    net = Search()
    w_opt = torch.optim.SGD(net.parameters(), lr=0.02)
    a_opt = torch.optim.Adam(net.arch_parameters(), lr=1e-2)
    x, xv = torch.randn(32, 6), torch.randn(32, 6)
    target = lambda t: torch.tanh(t.sum(1, keepdim=True))
    for step in range(5):
        a_opt.zero_grad()
        F.mse_loss(net(xv), target(xv)).backward()
        a_opt.step()
        w_opt.zero_grad()
        loss = F.mse_loss(net(x), target(x))
        loss.backward()
        w_opt.step()
        print(step, loss.item(), net.genotype())


main()
