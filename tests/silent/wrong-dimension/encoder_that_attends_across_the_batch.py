# file: main.py
import torch
from torch import nn
from torch.utils.data import DataLoader

from patches import Patches


def main():
    torch.manual_seed(0)
    model = Patches()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    loader = DataLoader(torch.randn(100, 6, 12), batch_size=10, shuffle=True)
    for pictures in loader:
        loss = nn.functional.cross_entropy(model(pictures), (pictures[:, 0, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: patches.py
import torch
from torch import nn


class Patches(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.enter = nn.Linear(12, width)
        self.sign = nn.Parameter(torch.zeros(1, 1, width))
        self.attend = nn.MultiheadAttention(width, 4)  #~ wrong-dimension
        self.norm, self.out = nn.LayerNorm(width), nn.Linear(width, 2)

    def forward(self, pictures):
        x = self.enter(pictures)
        x = torch.cat([self.sign.expand(len(x), -1, -1), x], 1)
        seen, _ = self.attend(x, x, x)
        return self.out(self.norm(x + seen)[:, 0])  #! decoy
# file: quiet.py
import torch
from torch import nn

# Samples that attend to each other on purpose, and an encoder with the batch first.
torch.manual_seed(0)
rows = nn.MultiheadAttention(8, 2)
layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
out = nn.Linear(8, 1)
opt = torch.optim.Adam([*rows.parameters(), *layer.parameters(), *out.parameters()], lr=1e-3)
for _ in range(10):
    x = torch.randn(10, 6, 8)
    pooled = layer(x)[:, 0]
    seen, _ = rows(*[pooled.unsqueeze(1)] * 3)
    loss = (out(pooled + seen.squeeze(1)) - x[:, 0, :1]).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
