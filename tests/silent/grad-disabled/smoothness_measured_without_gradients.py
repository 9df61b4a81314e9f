# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from terms import roughness


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.linspace(-1, 1, 20).unsqueeze(1)
    y = torch.sin(3 * x)
    for step in range(steps):
        out = net(x)
        loss = F.mse_loss(out, y) + 0.5 * roughness(out)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from terms import roughness


def main(steps=8):
    """Measured without gradients for the log, and as a weight."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.linspace(-1, 1, 20).unsqueeze(1)
    for step in range(steps):
        out = net(x)
        rough = roughness(out)
        error = F.mse_loss(out, torch.sin(3 * x))
        loss = (1 + rough) * error + 0.1 * (out[1:] - out[:-1]).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f} {(error + rough).item():.4f}")


if __name__ == "__main__":
    main()
# file: terms.py
import torch


@torch.no_grad()  #~ grad-disabled
def roughness(curve):
    """How much neighbours differ."""
    return (curve[1:] - curve[:-1]).abs().mean()
