import torch
import torch.nn.functional as F

from moe import SwitchLayer


def main():
    torch.manual_seed(0)
    layer = SwitchLayer(6, experts=4, k=1)
    head = torch.nn.Linear(6, 2)
    optimizer = torch.optim.Adam([*layer.parameters(), *head.parameters()], lr=1e-2)
    x = torch.randn(64, 6)
    y = (x[:, 0] * x[:, 1] > 0).long()
    for step in range(8):
        loss = F.cross_entropy(head(layer(x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), layer.load)  #! decoy


if __name__ == "__main__":
    main()
