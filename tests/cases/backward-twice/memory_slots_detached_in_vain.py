# file: main.py
import torch
import torch.nn.functional as F

from reader import SlotReader


def dialogue(turns=6, words=5):
    for _ in range(turns):
        yield torch.randint(0, 30, (4, words)), torch.randint(0, 3, (4,))


def main():
    torch.manual_seed(0)
    reader = SlotReader()
    optimizer = torch.optim.Adam(reader.parameters(), lr=1e-2)
    for turn, (words, intent) in enumerate(dialogue()):
        loss = F.cross_entropy(reader(words), intent)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        reader.forget_history()
        print(turn, loss.item())


if __name__ == "__main__":
    main()
# file: reader.py
import torch
from torch import nn


class SlotReader(nn.Module):
    """Reads a dialogue turn by turn and remembers it in a few slots."""

    def __init__(self, dim=12, slots=3):
        super().__init__()
        self.words = nn.Embedding(30, dim)
        self.write = nn.GRUCell(dim, dim)
        self.intent = nn.Linear(slots * dim, 3)
        self.slots = [torch.zeros(4, dim) for _ in range(slots)]

    def forward(self, words):
        seen = self.words(words).mean(1)
        self.slots = [self.write(seen, slot) for slot in self.slots]
        return self.intent(torch.cat(self.slots, dim=1))

    def forget_history(self):
        for slot in self.slots:
            slot = slot.detach()  #~ backward-twice
