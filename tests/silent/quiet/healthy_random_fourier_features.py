# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class FourierNet(nn.Module):
    """Random frequencies that are meant to stay as they are, kept as plain tensors."""

    def __init__(self, bands=16):
        super().__init__()
        self.freq = torch.randn(2, bands) * 3.0
        self.window = torch.hann_window(8)
        self.grid = torch.stack(torch.meshgrid(torch.linspace(0, 1, 8), torch.linspace(0, 1, 8), indexing="ij"), -1)
        self.net = nn.Sequential(nn.Linear(2 * bands, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self):
        angle = 6.283 * self.grid.reshape(-1, 2) @ self.freq
        out = self.net(torch.cat([angle.sin(), angle.cos()], -1)).view(8, 8)
        return out * self.window.unsqueeze(0)


def main():
    torch.manual_seed(0)
    model = FourierNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    image = torch.rand(8, 8) * model.window
    for step in range(8):
        loss = F.mse_loss(model(), image)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), -10 * torch.log10(loss).item())


main()
