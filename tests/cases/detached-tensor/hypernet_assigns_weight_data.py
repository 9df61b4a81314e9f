import torch
import torch.nn as nn
import torch.nn.functional as F


class HyperLinear(nn.Module):
    def __init__(self, code, n_in, n_out):
        super().__init__()
        self.make = nn.Linear(code, n_in * n_out)
        self.layer = nn.Linear(n_in, n_out, bias=False).requires_grad_(False)  #! decoy

    def forward(self, code, x):
        weight = self.make(code).view_as(self.layer.weight)
        self.layer.weight.data = weight  #~ detached-tensor
        return self.layer(x)


def main():
    torch.manual_seed(0)
    hyper = HyperLinear(2, 4, 3)
    optimizer = torch.optim.Adam(hyper.make.parameters(), lr=1e-2)
    for step in range(3):
        code, x = torch.rand(2), torch.randn(7, 4)
        loss = F.mse_loss(hyper(code, x), x[:, :3] * code.sum())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), hyper.layer.weight.norm().item())  #! decoy


if __name__ == "__main__":
    main()
