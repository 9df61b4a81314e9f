# file: main.py
import torch
import torch.nn.functional as F

from mae import Masked


def main():
    torch.manual_seed(0)
    net = Masked()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(4, 6, 4)
        hidden = torch.rand(4, 6) < 0.5
        loss = F.mse_loss(net(x, hidden)[hidden], x[hidden])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: mae.py
import torch
import torch.nn as nn


class Masked(nn.Module):
    def __init__(self, patches=6, dim=8):
        super().__init__()
        self.patch = nn.Linear(4, dim)
        self.position = nn.Parameter(torch.zeros(1, patches, dim))
        self.token = nn.Parameter(torch.zeros(dim))
        nn.init.normal_(self.position, std=0.02)  #! decoy
        self.body = nn.TransformerEncoderLayer(dim, 2, 16, batch_first=True, dropout=0.0)
        self.out = nn.Linear(dim, 4)

    def forward(self, x, hidden):
        where = self.position.expand(len(x), -1, -1)
        for row, at in enumerate(hidden):
            where[row, at] += self.token  #~ leaf-modified-in-place|view-modified-in-place
        h = self.patch(x) * (~hidden).unsqueeze(-1) + where
        return self.out(self.body(h))
