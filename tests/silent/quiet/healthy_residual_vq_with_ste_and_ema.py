# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stage(nn.Module):
    def __init__(self, codes, d, decay=0.9):
        super().__init__()
        self.register_buffer("codes", torch.randn(codes, d))
        self.register_buffer("count", torch.ones(codes))
        self.register_buffer("total", self.codes.clone())
        self.decay = decay

    def forward(self, z):
        i = torch.cdist(z, self.codes).argmin(1)
        q = self.codes[i]
        if self.training:
            with torch.no_grad():
                one = F.one_hot(i, len(self.codes)).float()
                self.count.mul_(self.decay).add_(one.sum(0), alpha=1 - self.decay)
                self.total.mul_(self.decay).add_(one.t() @ z, alpha=1 - self.decay)
                self.codes.copy_(self.total / self.count.clamp(min=1e-3)[:, None])
        return q, i


class Codec(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Linear(8, 4), nn.Linear(4, 8)
        self.stages = nn.ModuleList(Stage(8, 4) for _ in range(2))

    def forward(self, x):
        z = self.enc(x)
        rest, out, commit = z, torch.zeros_like(z), 0.0
        for stage in self.stages:
            q, _ = stage(rest.detach())
            commit = commit + F.mse_loss(rest, q)
            rest = rest - q
            out = out + q
        out = z + (out - z).detach()
        return self.dec(out), commit


def main(steps=12):
    torch.manual_seed(0)
    net = Codec()
    opt = torch.optim.Adam(net.parameters(), lr=3e-3)
    for step in range(steps):
        x = torch.randn(64, 8)
        y, commit = net(x)
        loss = F.mse_loss(y, x) + 0.25 * commit
        opt.zero_grad()
        loss.backward()
        opt.step()
    net.eval()
    with torch.inference_mode():
        print(F.mse_loss(net(x)[0], x).item())


main()
