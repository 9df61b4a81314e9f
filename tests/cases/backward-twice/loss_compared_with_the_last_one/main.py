import torch
import torch.nn as nn
import torch.nn.functional as F

from smooth import SmoothLoss


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    criterion = SmoothLoss(F.mse_loss)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    history = []
    for step in range(4):
        x = torch.randn(16, 4)
        loss = criterion(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        history.append(loss.item())  #! decoy
    print(history)


main()
