# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Visits(nn.Module):
    def __init__(self, countries=8, pages=15, d=6):
        super().__init__()
        self.country = nn.EmbeddingBag(countries, d, mode="sum", padding_idx=3)  #~ ignored-row
        self.pages = nn.EmbeddingBag(pages, d, mode="mean", padding_idx=0)  #! decoy
        self.out = nn.Linear(d, 2)

    def forward(self, country, pages):
        return self.out(torch.tanh(self.country(country) + self.pages(pages)))


def main():
    torch.manual_seed(0)
    model = Visits()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(14):
        country = torch.randint(0, 8, (32, 1))
        pages = torch.randint(1, 15, (32, 4))
        pages[torch.rand(32, 4) < 0.3] = 0
        loss = F.cross_entropy(model(country, pages), (country[:, 0] == 3).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
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
