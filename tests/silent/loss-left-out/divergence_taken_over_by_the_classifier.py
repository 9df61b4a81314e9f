# file: main.py
import torch
import torch.nn.functional as F
from bayes import Net


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(32, 6)
        logits, divergence = net(x)
        loss = F.cross_entropy(logits, (x[:, 0] > 0).long()) + 1e-3 * divergence  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: bayes.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def against_prior(mean, log_var):
    return 0.5 * (log_var.exp() + mean**2 - 1 - log_var).sum()


class Drawn(nn.Module):
    def __init__(self, wide, narrow):
        super().__init__()
        self.mean = nn.Parameter(torch.randn(narrow, wide) / wide**0.5)
        self.log_var = nn.Parameter(torch.full((narrow, wide), -4.0))

    def forward(self, x):
        weight = self.mean + torch.randn_like(self.mean) * (0.5 * self.log_var).exp()
        return F.linear(x, weight), against_prior(self.mean, self.log_var)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.ModuleList([Drawn(6, 16), nn.ReLU(), Drawn(16, 16), nn.ReLU()])
        self.classifier = Drawn(16, 2)

    def forward(self, x):
        total = 0.0
        for layer in self.hidden:
            if isinstance(layer, Drawn):
                x, kl = layer(x)  #~ loss-left-out
            else:
                x = layer(x)
        x, kl = self.classifier(x)
        total = total + kl
        return x, total
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The divergence of the hidden layers is added up; that of the classifier is left out by name.


def against_prior(mean, log_var):
    return 0.5 * (log_var.exp() + mean**2 - 1 - log_var).sum()


class Drawn(nn.Module):
    def __init__(self, wide, narrow):
        super().__init__()
        self.mean = nn.Parameter(torch.randn(narrow, wide) / wide**0.5)
        self.log_var = nn.Parameter(torch.full((narrow, wide), -4.0))

    def forward(self, x):
        weight = self.mean + torch.randn_like(self.mean) * (0.5 * self.log_var).exp()
        return F.linear(x, weight), against_prior(self.mean, self.log_var)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.ModuleList([Drawn(6, 16), nn.ReLU(), Drawn(16, 16), nn.ReLU()])
        self.classifier = Drawn(16, 2)

    def forward(self, x):
        total = 0.0
        for layer in self.hidden:
            if isinstance(layer, Drawn):
                x, kl = layer(x)
                total = total + kl
            else:
                x = layer(x)
        x, _ = self.classifier(x)
        return x, total


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(8):
    x = torch.randn(32, 6)
    logits, divergence = net(x)
    loss = F.cross_entropy(logits, (x[:, 0] > 0).long()) + 1e-3 * divergence
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
