# file: main.py
import torch
import torch.nn as nn

from memory import SlotMemory


class Reader(nn.Module):
    def __init__(self, vocab=15, dim=8, classes=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.memory = SlotMemory(5, dim)
        self.out = nn.Linear(2 * dim, classes)

    def forward(self, story):
        self.memory.reset()
        for sentence in story.unbind(1):
            h = self.embed(sentence).mean(1)
            context = self.memory.read(h)
            self.memory.update(h)  #~ modified-in-place
        return self.out(torch.cat([h, context], dim=-1))


def main():
    torch.manual_seed(0)
    model = Reader()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    total = 0.0
    for step in range(3):
        story = torch.randint(0, 15, (6, 3, 5))
        loss = nn.functional.cross_entropy(model(story), torch.randint(0, 4, (6,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()  #! decoy
        print(step, total / (step + 1))


if __name__ == "__main__":
    main()
# file: memory.py
import torch
import torch.nn as nn


class SlotMemory(nn.Module):
    """A small external memory: read by attention, written by a gated update."""

    def __init__(self, slots, dim):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.write = nn.Linear(2 * dim, dim)
        self.register_buffer("slots", torch.zeros(slots, dim))

    def reset(self):
        self.slots.normal_(std=0.1)  #! decoy

    def read(self, h):
        weights = torch.softmax(self.query(h) @ self.slots.t(), dim=-1)
        return weights @ self.slots

    def update(self, h):
        summary = h.mean(0, keepdim=True).expand_as(self.slots)
        fresh = torch.tanh(self.write(torch.cat([self.slots, summary], dim=-1)))
        self.slots.copy_(fresh.detach())  #~ modified-in-place
