import torch
import torch.nn.functional as F

from layers import Sparse


def main():
    torch.manual_seed(0)
    net = Sparse(6, 3)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(30, 6)
    y = x[:, :3].argmax(1)
    for _ in range(6):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f}")  #! decoy


main()
