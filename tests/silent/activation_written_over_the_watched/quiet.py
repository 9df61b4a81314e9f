import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=6):
    """Asked for after the write; a write into what nobody watches; a watched gradient that nobody reads."""
    torch.manual_seed(0)
    first, second = nn.Linear(6, 8), nn.Linear(8, 6)
    opt = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 6)
        hidden = first(x)
        hidden.mul_(2.0)
        hidden.retain_grad()
        out = second(torch.relu_(hidden + 1))
        out.retain_grad()
        out.add_(1.0)
        loss = F.mse_loss(out, x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{hidden.grad.norm().item():.4f}")


if __name__ == "__main__":
    main()
