# file: main.py
import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.read = nn.LSTM(3, 8)
        self.tag = nn.Linear(8, 4)

    def forward(self, words, memory):
        seen, memory = self.read(words, memory)
        return self.tag(seen), memory


def repackage(memory):
    return tuple([part for part in memory])  #~ modified-in-place


def fit(tagger, segments):
    optimizer = torch.optim.SGD(tagger.parameters(), lr=0.1)
    memory = (torch.zeros(1, 2, 8), torch.zeros(1, 2, 8))
    for words, tags in segments:
        memory = repackage(memory)
        scores, memory = tagger(words, memory)
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), tags.flatten())
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  #! decoy
        optimizer.step()  #~ modified-in-place
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    torch.manual_seed(3)
    fit(Tagger(), [(torch.randn(6, 2, 3), torch.randint(0, 4, (6, 2))) for _ in range(3)])
