import torch
import torch.nn as nn


class Gates(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.level = nn.Parameter(torch.rand(n))

    def forward(self):
        return (self.level - 0.3).clamp(min=0)


def l0(gates):
    return sum(g().bool().sum() for g in gates).float()  #~ no-derivative


def active(gates):
    return sum(len(g().nonzero()) for g in gates)  #! decoy


def main():
    torch.manual_seed(0)
    gates = nn.ModuleList(Gates(n) for n in (6, 10))
    optimizer = torch.optim.SGD(gates.parameters(), lr=0.05)
    budget = 8.0
    for step in range(4):
        penalty = torch.relu(l0(gates) - budget) / budget
        optimizer.zero_grad()
        penalty.backward()
        optimizer.step()
        print(step, penalty.item(), active(gates))


if __name__ == "__main__":
    main()
