# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    trunk, one, two = nn.Linear(5, 8), nn.Linear(8, 2), nn.Linear(8, 1)
    opts = [torch.optim.SGD(m.parameters(), lr=0.05) for m in (trunk, one, two)]
    for _ in range(6):
        x = torch.randn(12, 5)
        for opt in opts:
            opt.zero_grad()
        loss_one = F.cross_entropy(one(trunk(x).relu()), (x[:, 0] > 0).long())
        loss_one.backward()
        opts[1].step()
        loss_two = F.mse_loss(two(trunk(x).relu()), x[:, 1:2])
        loss_two.backward()
        opts[2].step()
        opts[0].step()
    print(loss_two.item())


main()
