# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class BayesLinear(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.mu = nn.Parameter(torch.randn(b, a) * 0.2)
        self.rho = nn.Parameter(torch.full((b, a), -3.0))
        self.bias = nn.Parameter(torch.zeros(b))

    def forward(self, x):
        sigma = F.softplus(self.rho)
        weight = torch.normal(self.mu, sigma)  #~ sampled-value|no-derivative|zero-derivative|zero-gradient
        return F.linear(x, weight, self.bias)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(BayesLinear(5, 16), nn.Tanh(), BayesLinear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 5)
    y = x[:, :1] * x[:, 1:2]
    for epoch in range(6):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():  #! decoy
            spread = torch.stack([net(x) for _ in range(4)]).std(0).mean().item()  #! decoy
        print(epoch, loss.item(), spread)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class BayesLinear(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.mu = nn.Parameter(torch.randn(b, a) * 0.2)
        self.rho = nn.Parameter(torch.full((b, a), -3.0))
        self.bias = nn.Parameter(torch.zeros(b))

    def forward(self, x):
        sigma = F.softplus(self.rho)
        weight = self.mu + sigma * torch.randn_like(sigma)
        return F.linear(x, weight, self.bias)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(BayesLinear(5, 16), nn.Tanh(), BayesLinear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 5)
    y = x[:, :1] * x[:, 1:2]
    for epoch in range(6):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            spread = torch.stack([net(x) for _ in range(4)]).std(0).mean().item()
        print(epoch, loss.item(), spread)


main()
