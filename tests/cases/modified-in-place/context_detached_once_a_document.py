# file: main.py
import torch
import torch.nn.functional as F

from tagger import Tagger


def documents(n, sentences=4):
    for _ in range(n):
        yield [(torch.randn(3, 6), torch.randint(0, 4, (3,))) for _ in range(sentences)]


def run_document(tagger, optimizer, document):
    tagger.start_segment()  #~ modified-in-place
    total = 0.0
    for words, tags in document:
        loss = F.cross_entropy(tagger(words), tags)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  #! decoy
        optimizer.step()  #! decoy
        total += loss.item()
    return total


def main():
    torch.manual_seed(0)
    tagger = Tagger()
    optimizer = torch.optim.SGD(tagger.parameters(), lr=0.1)
    for document in documents(3):
        print(run_document(tagger, optimizer, document))


if __name__ == "__main__":
    main()
# file: tagger.py
import torch
from torch import nn


class Context:
    def __init__(self, size):
        self.value = torch.zeros(3, size)

    def cut(self):
        self.value = self.value.detach()


class Tagger(nn.Module):
    def __init__(self, size=8):
        super().__init__()
        self.cell = nn.GRUCell(6, size)
        self.tags = nn.Linear(size, 4)
        self.context = Context(size)

    def forward(self, words):
        self.context.value = self.cell(words, self.context.value)
        return self.tags(self.context.value)

    def start_segment(self):
        self.context.cut()
