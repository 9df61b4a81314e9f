# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def noise_scale(net, x, y):
    """Gradients of single batches, measured and thrown away."""
    sizes = []
    for xb, yb in zip(x.split(4), y.split(4)):
        net.zero_grad()
        F.mse_loss(net(xb), yb).backward()
        sizes.append(sum(p.grad.pow(2).sum().item() for p in net.parameters()))
    net.zero_grad()
    return sum(sizes) / len(sizes)


def main(steps=6):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 5)
        y = x[:, :1]
        if step % 2 == 0:
            print("noise", f"{noise_scale(net, x, y):.4f}")
        opt.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
