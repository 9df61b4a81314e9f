# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from tags import Tagger


def main():
    torch.manual_seed(0)
    net = Tagger()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x = torch.randn(24, 6)
        y = (x[:, :4] > 0.5).float()
        loss = F.multilabel_soft_margin_loss(net(x), y)  #~ double-activation
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), (net(x) > 0.5).float().mean().item())  #! decoy


main()
# file: tags.py
import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.out = nn.Linear(6, 16), nn.Linear(16, 4)

    def forward(self, x):
        gate = torch.sigmoid(self.body(x))  #! decoy
        return torch.sigmoid(self.out(gate))  #~ double-activation
