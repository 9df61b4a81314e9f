import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=24, every=4):
    """Accumulation that clears after its step, and a warm-up of single steps before it."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 6)
        passes = 1 if step < 6 else every
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long()) / passes
        loss.backward()
        if (step + 1) % passes == 0:
            opt.step()
            opt.zero_grad()
            print(step, loss.item())


main()
