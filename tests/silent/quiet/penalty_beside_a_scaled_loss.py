# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=6):
    """A gradient that is only looked at, between the scaled pass and the scaler's step."""
    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
    opt, scaler = torch.optim.SGD(critic.parameters(), lr=0.05), torch.amp.GradScaler("cpu")
    for step in range(steps):
        x = torch.randn(16, 4, requires_grad=True)
        out = critic(x)
        loss = F.softplus(-out).mean()
        opt.zero_grad()
        scaler.scale(loss).backward(retain_graph=True)
        (slope,) = torch.autograd.grad(out.sum(), x)
        scaler.step(opt)
        scaler.update()
        print(step, f"{loss.item():.4f} {slope.norm().item():.4f}")


if __name__ == "__main__":
    main()
