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
