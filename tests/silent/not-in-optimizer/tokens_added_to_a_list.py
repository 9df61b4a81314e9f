# file: main.py
import torch
import torch.nn.functional as F

from inversion import Inversion


def main():
    torch.manual_seed(0)
    model = Inversion(dim=6)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-2)  #! decoy
    images = torch.randn(4, 6)
    for stage in range(4):
        for _ in range(4):
            loss = F.mse_loss(model(), images.mean(0))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(stage, loss.item())  #! decoy
        model.add_token()  #~ not-in-optimizer|stale-optimizer


main()
# file: inversion.py
import torch
import torch.nn as nn


class Inversion(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim, self.tokens, self.out = dim, nn.ParameterList(), nn.Linear(dim, dim)
        self.add_token()

    def add_token(self):
        self.tokens.append(nn.Parameter(torch.randn(self.dim) * 0.1))  #~ not-in-optimizer|stale-optimizer

    def forward(self):
        return self.out(torch.stack(list(self.tokens)).sum(0))
