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
