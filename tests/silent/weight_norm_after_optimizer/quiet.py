import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import prune
from torch.nn.utils.parametrizations import spectral_norm


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    # both of these keep the parameters that the optimizer holds
    spectral_norm(net[0])
    prune.random_unstructured(net[2], "weight", amount=0.3)
    x = torch.randn(32, 6)
    for _ in range(5):
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
