# file: main.py
import torch

from byol import Byol


def main():
    torch.manual_seed(0)
    net = Byol()
    opt = torch.optim.SGD([*net.online.parameters(), *net.predict.parameters()], lr=0.1)
    for step in range(3):
        x = torch.randn(16, 6)
        loss = net(x + 0.1 * torch.randn_like(x), x + 0.1 * torch.randn_like(x))
        net.follow()  #~ modified-in-place
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: byol.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Byol(nn.Module):
    def __init__(self):
        super().__init__()
        self.online, self.target = nn.Linear(6, 8), nn.Linear(6, 8)
        self.predict = nn.Linear(8, 8)
        self.target.load_state_dict(self.online.state_dict())

    @torch.no_grad()  #! decoy
    def follow(self, keep=0.9):
        for p, t in zip(self.online.parameters(), self.target.parameters()):
            t.mul_(keep).add_(p, alpha=1 - keep)  #~ modified-in-place

    def forward(self, a, b):
        p = F.normalize(self.predict(torch.relu(self.online(a))), dim=-1)
        x = b.requires_grad_()
        z = F.normalize(torch.relu(self.target(x)), dim=-1)
        return 2 - 2 * (p * z).sum(-1).mean()
