import torch
import torch.nn as nn


class LutPalette(nn.Module):
    """Maps pixels to a palette; the network says where in the palette to look."""

    def __init__(self, size=16):
        super().__init__()
        self.locate = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())
        self.register_buffer("palette", torch.rand(size, 3))

    def forward(self, pixels):
        position = self.locate(pixels).squeeze(-1) * (len(self.palette) - 1)
        return self.palette[position.round().long()]  #~ no-derivative


def psnr(a, b):
    mse = (a - b).pow(2).mean().item()  #! decoy
    return -10 * torch.log10(torch.tensor(mse)).item()  #! decoy


def main():
    torch.manual_seed(0)
    model = LutPalette()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        pixels = torch.rand(50, 3)
        out = model(pixels)
        loss = (out - pixels).abs().mean()
        print(step, loss.item(), psnr(out, pixels))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
