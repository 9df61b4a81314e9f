# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskedAutoencoder(nn.Module):
    def __init__(self, patches=6, d=5, dim=12):
        super().__init__()
        self.embed = nn.Linear(d, dim)
        self.register_buffer("position", torch.randn(1, patches, dim) * 0.02)
        self.mask_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.encoder = nn.TransformerEncoderLayer(dim, 2, 24, 0.0, batch_first=True)
        self.decoder = nn.Linear(dim, d)

    def forward(self, x, ratio=0.5):
        n, length, _ = x.shape
        order = torch.rand(n, length).argsort(1)
        restore = order.argsort(1)
        keep = order[:, : int(length * (1 - ratio))]
        h = self.embed(x) + self.position
        h = h.gather(1, keep.unsqueeze(-1).expand(-1, -1, h.size(-1)))
        h = self.encoder(h)
        h = torch.cat([h, self.mask_token.expand(n, length - h.size(1), -1)], 1)
        h = h.gather(1, restore.unsqueeze(-1).expand(-1, -1, h.size(-1))) + self.position
        mask = torch.ones(n, length)
        mask[:, : keep.size(1)] = 0
        return self.decoder(h), mask.gather(1, restore)


def main():
    torch.manual_seed(0)
    model = MaskedAutoencoder()
    opt = torch.optim.AdamW(model.parameters(), lr=5e-3)
    x = torch.randn(24, 6, 5)
    x = (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True) + 1e-6).sqrt()
    for _ in range(6):
        pred, mask = model(x)
        loss = ((pred - x) ** 2).mean(-1)
        loss = (loss * mask).sum() / mask.sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(loss.item())


main()
