import torch
import torch.nn.functional as F
from torch import nn


class Tagger(nn.Module):
    def __init__(self, size=8):
        super().__init__()
        self.cell = nn.GRUCell(6, size)
        self.tags = nn.Linear(size, 4)
        self.state = torch.zeros(3, size)

    def forward(self, words):
        self.state.detach()  # does nothing, and harms nobody
        self.state = self.cell(words, self.state)
        return self.tags(self.state)

    def cut(self):
        self.state = self.state.detach()


def main():
    torch.manual_seed(0)
    tagger = Tagger()
    optimizer = torch.optim.SGD(tagger.parameters(), lr=0.1)
    for document in range(3):
        tagger.cut()
        for _ in range(4):
            tagger.cut()
            loss = F.cross_entropy(tagger(torch.randn(3, 6)), torch.randint(0, 4, (3,)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        weights = torch.softmax(-tagger.tags.weight.abs().sum(1), 0).detach()
        for _ in range(2):
            tagger.cut()
            loss = (weights * tagger(torch.randn(3, 6)).pow(2)).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(document, loss.item())


main()
