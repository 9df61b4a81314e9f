import numpy as np
import torch
import torch.nn as nn


class ReturnModel(nn.Module):
    def __init__(self, assets=4):
        super().__init__()
        self.policy = nn.Sequential(nn.Linear(assets, 8), nn.ReLU(), nn.Linear(8, assets))

    def forward(self, history):
        return self.policy(history).softmax(dim=-1)


def sharpe(returns):
    return returns.mean() / (returns.std() + 1e-6)


def backtest(model, prices):
    returns = np.array([], dtype=np.float32)
    for t in range(1, len(prices) - 1):
        weights = model(prices[t] / prices[t - 1] - 1)
        gain = (weights * (prices[t + 1] / prices[t] - 1)).sum()
        returns = np.append(returns, gain.detach().numpy())  #~ left-torch|detached-tensor
    return returns


def main():
    torch.manual_seed(0)
    prices = 100 + torch.randn(12, 4).cumsum(dim=0)
    market = sharpe((prices[1:] / prices[:-1] - 1).numpy().mean(axis=1))  #! decoy
    model = ReturnModel()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(3):
        loss = -sharpe(torch.as_tensor(backtest(model, prices)))  #~ left-torch
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), float(market))


if __name__ == "__main__":
    main()
