import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(3))

    def forward(self):
        return torch.softmax(self.logits, 0)


def train(epochs=2):
    mixture, experts = Mixture(), nn.Linear(4, 3)
    optimizer = torch.optim.SGD([*mixture.parameters(), *experts.parameters()], lr=0.1)
    for epoch in range(epochs):
        shares = mixture()  #~ backward-twice
        for batch in range(4):
            x = torch.randn(8, 4)
            loss = ((experts(x) * shares).sum(1) - x.sum(1)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


torch.manual_seed(0)
train()
