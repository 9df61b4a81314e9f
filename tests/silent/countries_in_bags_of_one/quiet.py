import torch
import torch.nn as nn
import torch.nn.functional as F


class NextItem(nn.Module):
    """The table is the head's weight too, so that each row learns as a candidate."""

    def __init__(self, items=9, d=8):
        super().__init__()
        self.items = nn.Embedding(items, d, padding_idx=0)
        self.mix = nn.Linear(d, d)

    def forward(self, latest, basket):
        h = self.mix(self.items(latest) + self.items(basket).sum(1))
        return h @ self.items.weight.T


def main():
    torch.manual_seed(0)
    model = NextItem()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(12):
        basket = torch.randint(0, 9, (24, 3))
        latest = torch.randint(0, 9, (24,))
        loss = F.cross_entropy(model(latest, basket), (latest + 1) % 9)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
