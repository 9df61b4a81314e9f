import torch
import torch.nn as nn


class Curve(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.tensor(1.0))
        self.b = nn.Parameter(torch.tensor(0.5))

    def forward(self, t):
        return self.a * torch.exp(-self.b * t)


def main():
    torch.manual_seed(0)
    t = torch.linspace(0, 4, 30)
    y = 2.5 * torch.exp(-1.3 * t)
    y += 0.01 * torch.randn(30)  #! decoy
    model = Curve()
    optimizer = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=5)
    for step in range(3):
        residual = model(t) - y  #~ backward-twice
        loss = residual.pow(2).mean()  #~ backward-twice

        def closure():
            optimizer.zero_grad()
            loss.backward()  #~ backward-twice
            return loss

        optimizer.step(closure)  #! decoy
        print(step, loss.item(), model.b.item())


if __name__ == "__main__":
    main()
