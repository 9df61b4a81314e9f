# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class AveragedCodebook(nn.Module):
    """Codes follow the running mean of what is assigned to them; no gradient is involved."""

    def __init__(self, codes=8, dim=4, decay=0.9):
        super().__init__()
        self.decay = decay
        table = torch.randn(codes, dim)
        self.register_buffer("table", table)
        self.register_buffer("size", torch.ones(codes))
        self.register_buffer("total", table.clone())

    def forward(self, z):
        with torch.no_grad():
            index = torch.cdist(z, self.table).argmin(1)
            if self.training:
                hot = F.one_hot(index, len(self.table)).type_as(z)
                self.size.mul_(self.decay).add_(hot.sum(0), alpha=1 - self.decay)
                self.total.mul_(self.decay).add_(hot.t() @ z, alpha=1 - self.decay)
                self.table.copy_(self.total / self.size.clamp_min(1e-3).unsqueeze(1))
        q = self.table[index]
        commitment = F.mse_loss(z, q)
        return z + (q - z).detach(), commitment, index


def main():
    torch.manual_seed(0)
    enc, book, dec = nn.Linear(6, 4), AveragedCodebook(), nn.Linear(4, 6)
    optimizer = torch.optim.Adam([*enc.parameters(), *dec.parameters()], lr=1e-2)
    x = torch.randn(40, 6)
    for _ in range(6):
        q, commitment, index = book(enc(x))
        loss = F.mse_loss(dec(q), x) + 0.25 * commitment
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), index.unique().numel())


main()
