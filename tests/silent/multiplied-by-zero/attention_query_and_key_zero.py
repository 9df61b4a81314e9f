# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim, bias=False)
        self.k = nn.Linear(dim, dim, bias=False)
        self.v = nn.Linear(dim, dim)
        for proj in (self.q, self.k):
            nn.init.zeros_(proj.weight)  #~ multiplied-by-zero|zero-gradient

    def forward(self, x):
        score = self.q(x) @ self.k(x).transpose(1, 2) / x.size(-1) ** 0.5
        weight = score.softmax(dim=-1)
        self.last = weight.detach()  #! decoy
        return weight @ self.v(x)


class Counter(nn.Module):
    def __init__(self, vocab=8, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.attend = Attention(dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids):
        x = self.embed(ids)
        return self.out(x + self.attend(x))


def main():
    torch.manual_seed(0)
    model = Counter()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    ids = torch.randint(0, 8, (32, 6))
    target = ids.flip(1)
    for _ in range(8):
        loss = F.cross_entropy(model(ids).flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim, bias=False)
        self.k = nn.Linear(dim, dim, bias=False)
        self.v = nn.Linear(dim, dim)
        for proj in (self.q, self.k):
            nn.init.xavier_uniform_(proj.weight)

    def forward(self, x):
        score = self.q(x) @ self.k(x).transpose(1, 2) / x.size(-1) ** 0.5
        weight = score.softmax(dim=-1)
        self.last = weight.detach()
        return weight @ self.v(x)


class Counter(nn.Module):
    def __init__(self, vocab=8, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.attend = Attention(dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids):
        x = self.embed(ids)
        return self.out(x + self.attend(x))


def main():
    torch.manual_seed(0)
    model = Counter()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    ids = torch.randint(0, 8, (32, 6))
    target = ids.flip(1)
    for _ in range(8):
        loss = F.cross_entropy(model(ids).flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
