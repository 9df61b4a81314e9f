import torch
import torch.nn as nn
import torch.nn.functional as F


class HyperNet(nn.Module):
    """Generates the weight of a small target layer from a task code."""

    def __init__(self, code=3, n_in=5, n_out=2):
        super().__init__()
        self.shape = (n_out, n_in)
        self.gen = nn.Linear(code, n_in * n_out)

    def forward(self, code, x):
        weight = nn.Parameter(self.gen(code).view(self.shape), requires_grad=False)  #~ rebuilt-tensor
        return F.linear(x, weight)


def main():
    torch.manual_seed(0)
    hyper = HyperNet()
    optimizer = torch.optim.Adam(hyper.parameters(), lr=1e-2)
    codes = torch.eye(3)
    for step in range(3):
        loss = torch.zeros(())
        for code in codes:
            x = torch.randn(6, 5)
            loss = loss + F.mse_loss(hyper(code, x), x[:, :2] * code.argmax())  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
