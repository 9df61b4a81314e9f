import torch
import torch.nn as nn
from torch.nn.utils import parametrize


class Symmetric(nn.Module):
    def forward(self, weight):
        upper = weight.triu()
        return upper * torch.sigmoid(upper) + upper.triu(1).t()


class Coupling(nn.Module):
    def __init__(self, size=5):
        super().__init__()
        self.interaction = nn.Linear(size, size, bias=False)
        parametrize.register_parametrization(self.interaction, "weight", Symmetric())
        self.field = nn.Parameter(torch.zeros(size))

    def forward(self, spins):
        return -(spins * self.interaction(spins)).sum(1) - spins @ self.field


def fit(model, data, epochs=3):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    with parametrize.cached():  #~ backward-twice
        for epoch in range(epochs):
            noise = torch.randint(0, 2, data.shape).float()
            noise.mul_(2).sub_(1)  #! decoy
            loss = model(data).mean() - model(noise).mean()
            optimizer.zero_grad()
            loss.backward()  #! decoy
            optimizer.step()
            print(epoch, loss.item())


def main():
    torch.manual_seed(0)
    fit(Coupling(), torch.sign(torch.randn(20, 5)))


if __name__ == "__main__":
    main()
