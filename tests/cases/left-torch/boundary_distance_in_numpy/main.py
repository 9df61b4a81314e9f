import torch

from seg.losses import LossMix
from seg.net import Segmenter


def main():
    torch.manual_seed(0)
    net, criterion = Segmenter(), LossMix({"boundary": 1.0})
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        masks = (torch.rand(2, 8, 8) > 0.5).float()
        total, logs = criterion(net(masks[:, None] + 0.1 * torch.randn(2, 1, 8, 8)), masks)
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        print(step, logs)


if __name__ == "__main__":
    main()
