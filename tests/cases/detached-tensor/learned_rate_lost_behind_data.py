import torch
import torch.nn as nn
import torch.nn.functional as F


class Tuner:
    """Learns how far to go in each of a few layers, by where that leads."""

    def __init__(self, layers):
        self.log_rates = [torch.full((), -3.0, requires_grad=True) for _ in range(layers)]

    def go(self, net, x, y):
        loss = F.mse_loss(net(x), y)
        params = list(net.parameters())
        slopes = torch.autograd.grad(loss, params, create_graph=True)
        for i, (p, slope) in enumerate(zip(params, slopes)):
            p.data.sub_(self.log_rates[i // 2].exp() * slope)  #~ detached-tensor

    def improve(self, net, x, y, rate=0.1):
        loss = F.mse_loss(net(x), y)
        slopes = torch.autograd.grad(loss, self.log_rates)  #! decoy
        with torch.no_grad():  #! decoy
            for log_rate, slope in zip(self.log_rates, slopes):
                log_rate -= rate * slope
        return loss.item()


torch.manual_seed(0)
tuner = Tuner(2)
for task in range(3):
    net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
    w = torch.randn(2, 1)
    x, held_out = torch.randn(10, 2), torch.randn(10, 2)
    tuner.go(net, x, x @ w)
    print(tuner.improve(net, held_out, held_out @ w))
