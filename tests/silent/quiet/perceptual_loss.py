# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Perceptual(nn.Module):
    """Compares images by the features of a network that was trained elsewhere."""

    def __init__(self):
        super().__init__()
        self.network = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3)).eval()

    def forward(self, a, b):
        return F.mse_loss(self.network(a), self.network(b))


torch.manual_seed(0)
denoiser = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 1, 3, padding=1))
criterion = Perceptual()
for p in criterion.parameters():
    p.requires_grad = False
optimizer = torch.optim.Adam(denoiser.parameters(), lr=1e-3)
clean = torch.rand(4, 1, 10, 10)
for _ in range(5):
    out = denoiser(clean + 0.1 * torch.randn_like(clean))
    loss = criterion(out, clean) + F.l1_loss(out, clean)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
