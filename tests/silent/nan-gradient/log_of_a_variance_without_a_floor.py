import torch
from torch import nn
torch.manual_seed(0)


class Gaussian(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.variance = nn.Linear(5, 1), nn.Linear(5, 1)

    def forward(self, x):
        return self.mean(x), self.variance(x)


net = Gaussian()
opt = torch.optim.SGD(net.parameters(), lr=1e-3)
for step in range(10):
    x = torch.randn(16, 5)
    mean, variance = net(x)
    fit = (mean - x[:, :1]).pow(2) / variance.abs().clamp(min=0.1)
    loss = (fit + 0.5 * torch.log(variance)).mean()  #~ nan-gradient
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
