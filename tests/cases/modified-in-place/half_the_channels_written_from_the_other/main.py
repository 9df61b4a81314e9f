import torch
import torch.nn as nn
import torch.nn.functional as F

from mixer import ShuffleMix


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(inplace=True), ShuffleMix(8), nn.Conv2d(8, 1, 1))  #! decoy
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.rand(2, 1, 8, 8)
        loss = F.mse_loss(net(x), x.flip(-1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
