# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 6)
        self.prior = nn.Linear(12, 12)

    def forward(self, x, phase):
        h = self.enc(x)
        if phase == 1:
            return F.mse_loss(self.dec(h), x)
        h = h.detach()
        return F.mse_loss(self.prior(h.roll(1, 0)), h)


def main():
    torch.manual_seed(0)
    m = Model()
    opt = torch.optim.Adam(m.parameters(), lr=1e-2)
    for epoch in range(6):
        phase = 1 if epoch < 3 else 2
        if epoch == 3:
            m.enc.requires_grad_(False)
            opt = torch.optim.Adam(m.prior.parameters(), lr=1e-2)
        for _ in range(3):
            loss = m(torch.randn(16, 6), phase)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item())


main()
