# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def perturb(net, x, y, eps=0.3, rate=0.1, rounds=4):
    delta = torch.empty_like(x).uniform_(-eps, eps).requires_grad_(True)
    for _ in range(rounds):
        loss = F.cross_entropy(net(x + delta), y)
        loss.backward()
        delta.data = (delta + rate * delta.grad.detach().sign()).clamp(-eps, eps)
        delta.grad.zero_()
    return delta.detach()


def free_lunch(net, opt, x, y, replays=3):
    """The same backward serves the weights and the perturbation."""
    delta = torch.zeros_like(x)
    for _ in range(replays):
        delta.requires_grad_(True)
        loss = F.cross_entropy(net(x + delta), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        delta = (delta.detach() + 0.1 * delta.grad.sign()).clamp(-0.3, 0.3)
    return loss


def main(steps=4):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        y = x[:, :3].argmax(1)
        delta = perturb(net, x, y)
        opt.zero_grad()
        loss = F.cross_entropy(net(x + delta), y)
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f} {free_lunch(net, opt, x, y).item():.4f}")


if __name__ == "__main__":
    main()
