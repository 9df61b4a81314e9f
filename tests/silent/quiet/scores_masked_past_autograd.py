# file: quiet.py
import torch
from torch import nn


class Pointer(nn.Module):
    def __init__(self):
        super().__init__()
        self.key, self.query = nn.Linear(4, 6), nn.Parameter(torch.randn(6))

    def scores(self, items, padding):
        found = torch.tanh(self.key(items)) @ self.query
        found.data.masked_fill_(padding, -float("inf"))
        return found

    def forward(self, items, padding):
        return torch.log_softmax(self.scores(items, padding), 1)


def main():
    torch.manual_seed(0)
    model = Pointer()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(6):
        items, lengths = torch.randn(8, 5, 4), torch.randint(2, 6, (8,))
        padding = torch.arange(5) >= lengths.unsqueeze(1)
        best = items[:, :, 0].masked_fill(padding, -9).argmax(1)
        loss = nn.functional.nll_loss(model(items, padding), best)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
