# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def total_norm(net):
    return torch.stack([p.grad.norm() for p in net.parameters()]).norm().item()


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 5)
        loss = F.mse_loss(net(x), x[:, :1])
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        print(step, f"{loss.item():.4f} {total_norm(net):.3f}")
        print(float(nn.utils.clip_grad_norm_(net.parameters(), float("inf"))))


if __name__ == "__main__":
    main()
