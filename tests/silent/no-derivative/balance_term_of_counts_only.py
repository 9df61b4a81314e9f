# file: main.py
import torch
import torch.nn.functional as F

from experts import SwitchLayer


def main():
    torch.manual_seed(0)
    net = SwitchLayer(6, 4)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(32, 6)
        out, balance = net(x)
        loss = F.mse_loss(out, x.flip(1)) + 0.01 * balance
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), balance.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from experts import SwitchLayer


class Right(SwitchLayer):
    def balance(self, probs, choice):
        share = F.one_hot(choice, self.n).float().mean(0)
        return self.n * (share * probs.mean(0)).sum()


torch.manual_seed(0)
net = Right(6, 4)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(8):
    x = torch.randn(32, 6)
    out, balance = net(x)
    loss = F.mse_loss(out, x.flip(1)) + 0.01 * balance
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item(), balance.item())
# file: experts.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SwitchLayer(nn.Module):
    def __init__(self, dim, n):
        super().__init__()
        self.gate = nn.Linear(dim, n)
        self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(n)])
        self.n = n

    def balance(self, probs, choice):
        share = F.one_hot(choice, self.n).float().mean(0)  #! decoy
        importance = F.one_hot(probs.argmax(-1), self.n).float().mean(0)  #~ no-derivative
        return self.n * (share * importance).sum()

    def forward(self, x):
        probs = self.gate(x).softmax(-1)
        weight, choice = probs.max(-1)
        out = torch.zeros_like(x)
        for i, e in enumerate(self.experts):
            rows = choice == i  #! decoy
            out[rows] = weight[rows, None] * e(x[rows])
        return out, self.balance(probs, choice)
