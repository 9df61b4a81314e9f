import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    rates = nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 1))
    optimizer = torch.optim.Adam(rates.parameters(), lr=1e-2)
    x = torch.rand(60, 3)
    counts = torch.poisson(torch.exp(x[:, 0] + x[:, 1]))
    for epoch in range(4):
        for rows in torch.randperm(60).split(15):
            loss = F.poisson_nll_loss(rates(x[rows]), counts[rows])  #~ broadcast-loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
