# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from codes import Discrete


def main():
    torch.manual_seed(0)
    net = Discrete()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x = torch.randn(24, 6)
        loss = F.mse_loss(net(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: codes.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Discrete(nn.Module):
    def __init__(self, codes=8):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, codes))
        self.book = nn.Linear(codes, 6)

    def forward(self, x):
        probs = self.enc(x).softmax(-1)  #~ double-activation
        code = F.gumbel_softmax(probs, tau=0.5)  #~ double-activation
        usage = code.detach().mean(0)  #! decoy
        return self.book(code) + 0 * usage.sum()
