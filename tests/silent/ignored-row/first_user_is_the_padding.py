# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Factors(nn.Module):
    """Ratings by the product of a user's and a film's factors."""

    def __init__(self, users, films, d=6):
        super().__init__()
        self.users = nn.Parameter(0.3 * torch.randn(users, d))
        self.films = nn.Parameter(0.3 * torch.randn(films, d))

    def forward(self, user, film):
        of_user = F.embedding(user, self.users, padding_idx=0)  #~ ignored-row
        return (of_user * F.embedding(film, self.films)).sum(1)


def main():
    torch.manual_seed(0)
    model = Factors(6, 9)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(16):
        user, film = torch.randint(0, 6, (30,)), torch.randint(0, 9, (30,))
        loss = F.mse_loss(model(user, film), (user % 3 + film % 2).float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Decoder(nn.Module):
    """One token after the other; finished sentences go on with the padding."""

    def __init__(self, words=12, d=10):
        super().__init__()
        self.embed = nn.Embedding(words, d, padding_idx=0)
        self.cell = nn.GRUCell(d, d)
        self.out = nn.Linear(d, words)

    def forward(self, tokens):
        h = torch.zeros(len(tokens), 10)
        loss = torch.zeros(())
        for t in range(tokens.shape[1] - 1):
            h = self.cell(self.embed(tokens[:, t]), h)
            loss = loss + F.cross_entropy(self.out(h), tokens[:, t + 1], ignore_index=0)
        return loss


def main():
    torch.manual_seed(0)
    model = Decoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(12):
        tokens = torch.randint(1, 12, (8, 7))
        lengths = torch.randint(3, 7, (8, 1))
        tokens[torch.arange(7)[None] >= lengths] = 0
        loss = model(tokens)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
