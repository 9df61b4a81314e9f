# file: main.py
import torch
import torch.nn as nn
from torch.utils.data import DataLoader

from data import EncodedPairs, collate


def main():
    torch.manual_seed(0)
    items, groups = torch.randn(12, 6), torch.arange(12) % 3
    pairs = torch.combinations(torch.arange(12))[::3]
    same = (groups[pairs[:, 0]] == groups[pairs[:, 1]]).float()
    encoder = nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 4))
    scorer = nn.Bilinear(4, 4, 1)
    optimizer = torch.optim.Adam([*encoder.parameters(), *scorer.parameters()], lr=1e-2)
    data = EncodedPairs(encoder, items, pairs, same)
    loader = DataLoader(data, batch_size=6, shuffle=True, collate_fn=collate)
    for epoch in range(2):
        for left, right, label in loader:
            loss = nn.functional.binary_cross_entropy_with_logits(scorer(left, right).squeeze(-1), label)
            optimizer.zero_grad()
            loss.backward()  #! decoy
            optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
# file: data.py
import torch
from torch.utils.data import Dataset


class EncodedPairs(Dataset):
    """Pairs of items, encoded up front so that every item is encoded only once."""

    def __init__(self, encoder, items, pairs, same):
        self.codes = encoder(items)  #~ backward-twice
        self.pairs, self.same = pairs, same

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, index):
        i, j = self.pairs[index]
        return self.codes[i], self.codes[j], self.same[index]


def collate(rows):
    left, right, same = zip(*rows)
    return torch.stack(left), torch.stack(right), torch.stack(same)  #! decoy
