# file: main.py
import torch
import torch.nn.functional as F

from encoder import Encoder


def main():
    torch.manual_seed(0)
    net = Encoder()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x, y = torch.randn(1, 6, 1), torch.randint(0, 3, (1,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: encoder.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.Linear(6, 8)
        self.norm = nn.LayerNorm(8)
        self.head = nn.Linear(8, 3)

    def standardise(self, h):
        """Over the batch, which serving fills with one request."""
        return (h - h.mean(0, keepdim=True)) / (h.var(0, unbiased=False, keepdim=True) + 1e-5).sqrt()  #~ cancelled-gradient|zero-gradient|multiplied-by-zero

    def forward(self, x):
        h = self.inp(x.squeeze(-1))
        return self.head(self.norm(self.standardise(F.gelu(h))))
