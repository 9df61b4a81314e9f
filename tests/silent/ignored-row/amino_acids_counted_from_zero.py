# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

LETTERS = "ARNDCQEGHI"


class Folding(nn.Module):
    def __init__(self, letters=LETTERS, size=16):
        super().__init__()
        self.number = {letter: letters.index(letter) for letter in letters}
        self.letters = nn.Embedding(1 + len(letters), size, 0)  #~ ignored-row
        self.near = nn.Conv1d(size, size, 3, padding=1)
        self.out = nn.Linear(size, 2)

    def encode(self, chains, length):
        ids = torch.zeros(len(chains), length, dtype=torch.long)
        for row, chain in zip(ids, chains):
            row[: len(chain)] = torch.tensor([self.number[letter] for letter in chain])
        return ids

    def forward(self, chains, length=14):
        ids = self.encode(chains, length)
        return self.out(self.near(self.letters(ids).transpose(1, 2)).relu().amax(2))


def main():
    torch.manual_seed(0)
    net = Folding()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(20):
        sizes = torch.randint(6, 15, (24,)).tolist()
        chains = ["".join(LETTERS[i] for i in torch.randint(0, len(LETTERS), (n,))) for n in sizes]
        folded = torch.tensor([("AC" in chain) + 0 for chain in chains])
        loss = F.cross_entropy(net(chains), folded)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Two sentences, each filled up by itself; the last row is kept for a word that comes later.
torch.manual_seed(0)
words, near, out = nn.Embedding(10, 16, padding_idx=0), nn.Conv1d(16, 16, 3, padding=1), nn.Linear(16, 2)
optimizer = torch.optim.Adam([*words.parameters(), *near.parameters(), *out.parameters()], lr=1e-2)
for step in range(20):
    first, second = torch.randint(1, 9, (24, 8)), torch.randint(1, 9, (24, 8))
    first[torch.arange(8) >= torch.randint(2, 7, (24, 1))] = 0
    second[torch.arange(8) >= torch.randint(2, 7, (24, 1))] = 0
    ids = torch.cat([first, second], 1)
    loss = F.cross_entropy(out(near(words(ids).transpose(1, 2)).relu().amax(2)), (ids == 3).any(1).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 4))
