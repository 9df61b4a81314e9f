import torch
from torch import nn


class Names(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(4, 6)
        self.mix = nn.Linear(6, 6)

    def forward(self):
        return torch.tanh(self.mix(self.table.weight))


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.names = nn.Linear(5, 6), Names()
        self._vectors = None

    def vectors(self):
        if self._vectors is None:
            self._vectors = self.names()  #~ backward-twice
        return self._vectors

    def forward(self, x):
        return self.body(x) @ self.vectors().t()


torch.manual_seed(0)
model = Matcher()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(3):
    x, y = torch.randn(8, 5), torch.randint(0, 4, (8,))
    loss = nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
