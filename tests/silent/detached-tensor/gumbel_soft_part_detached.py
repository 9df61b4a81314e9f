# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def hard_gumbel(logits, tau=1.0):
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-6, 1 - 1e-6)))
    soft = ((logits + noise) / tau).softmax(dim=-1)
    index = soft.argmax(dim=-1, keepdim=True)  #! decoy
    hard = torch.zeros_like(soft).scatter_(-1, index, 1.0)  #! decoy
    return (hard - soft + soft).detach()  #~ detached-tensor|straight-through-loss


class DiscreteAE(nn.Module):
    def __init__(self, d=8, codes=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, codes))
        self.decoder = nn.Sequential(nn.Linear(codes, 16), nn.ReLU(), nn.Linear(16, d))

    def forward(self, x):
        return self.decoder(hard_gumbel(self.encoder(x)))


def main():
    torch.manual_seed(0)
    model = DiscreteAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(6, 8)[torch.randint(0, 6, (64,))]
    for _ in range(8):
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def hard_gumbel(logits, tau=1.0):
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-6, 1 - 1e-6)))
    soft = ((logits + noise) / tau).softmax(dim=-1)
    index = soft.argmax(dim=-1, keepdim=True)
    hard = torch.zeros_like(soft).scatter_(-1, index, 1.0)
    return (hard - soft).detach() + soft


class DiscreteAE(nn.Module):
    def __init__(self, d=8, codes=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, codes))
        self.decoder = nn.Sequential(nn.Linear(codes, 16), nn.ReLU(), nn.Linear(16, d))

    def forward(self, x):
        return self.decoder(hard_gumbel(self.encoder(x)))


def main():
    torch.manual_seed(0)
    model = DiscreteAE()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(6, 8)[torch.randint(0, 6, (64,))]
    for _ in range(8):
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
