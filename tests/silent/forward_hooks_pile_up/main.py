import torch
import torch.nn as nn
import torch.nn.functional as F

from noise import with_noise


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 5)
        net.train()
        loss = F.cross_entropy(with_noise(net, 0.2)(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
