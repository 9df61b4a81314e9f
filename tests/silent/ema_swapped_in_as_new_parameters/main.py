import torch
import torch.nn as nn
import torch.nn.functional as F

from ema import EMA


def evaluate(net, ema, x, y):
    ema.swap_in(net)
    net.eval()
    with torch.no_grad():  #! decoy
        score = F.mse_loss(net(x), y).item()  #! decoy
    ema.swap_out(net)
    net.train()
    return score


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    ema = EMA(net)
    x = torch.randn(40, 5)
    y = x.abs().sum(1, keepdim=True)
    for epoch in range(3):
        for _ in range(4):
            loss = F.mse_loss(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            ema.update(net)
        print(epoch, loss.item(), evaluate(net, ema, x, y))


if __name__ == "__main__":
    main()
