# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from balance import grad_norm


def main():
    torch.manual_seed(0)
    stem = nn.Sequential(nn.Linear(6, 16), nn.ReLU(inplace=True))
    depth, normal = nn.Linear(16, 1), nn.Linear(16, 3)
    params = [*stem.parameters(), *depth.parameters(), *normal.parameters()]
    optimizer = torch.optim.Adam(params, lr=1e-3)
    for step in range(3):
        x = torch.randn(8, 6)
        h = stem(x)
        depth_loss = F.l1_loss(depth(h).squeeze(-1), x[:, 0])
        normal_loss = (1 - F.cosine_similarity(normal(h), x[:, :3])).mean()
        ratio = grad_norm(depth_loss, stem) / grad_norm(normal_loss, stem)
        optimizer.zero_grad()
        depth_loss.backward(retain_graph=True)
        (normal_loss * ratio.clamp_(0.1, 10)).backward()
        optimizer.step()
        print(step, depth_loss.item(), normal_loss.item())


if __name__ == "__main__":
    main()
# file: balance.py
import torch


def grad_norm(loss, module):
    grads = torch.autograd.grad(loss, list(module.parameters()), retain_graph=True)
    total = torch.zeros(())
    for grad in grads:
        total += grad.pow(2).sum()
    return total.sqrt_().add_(1e-8)
