import torch
import torch.nn as nn
import torch.nn.functional as F


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 12)
        self.gamma = nn.Parameter(torch.full((12,), 0.1))
        self.out = nn.Linear(12, 1)

    def forward(self, x):
        return self.out(torch.relu(self.fc(x)) * self.gamma)


def groups(net, decay):
    named = list(net.named_parameters())
    return [
        {"params": [p for n, p in named if n.endswith("weight")], "weight_decay": decay},
        {"params": [p for n, p in named if n.endswith("bias")], "weight_decay": 0.0},  #~ not-in-optimizer
    ]


def main():
    torch.manual_seed(0)
    net = Scaled()
    optimizer = torch.optim.SGD(groups(net, 1e-4), lr=0.05)  #~ not-in-optimizer
    x = torch.randn(40, 6)
    y = x.abs().sum(1, keepdim=True)
    for _ in range(6):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), net.gamma.detach().mean().item())  #! decoy


main()
