import torch
import torch.nn as nn
import torch.nn.functional as F

from inner import refine


def main(steps=4):
    torch.manual_seed(0)
    decoder = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 6))
    opt = torch.optim.Adam(decoder.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(8, 6)
        code = refine(decoder, x)
        loss = F.mse_loss(decoder(code), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
