import torch
import torch.nn.functional as F
from torch import nn


class Reader(nn.Module):
    def __init__(self, words=20, size=12):
        super().__init__()
        self.embed = nn.Embedding(words, size)
        self.lstm = nn.LSTM(size, size, batch_first=True)
        self.classify = nn.Linear(size, 3)
        self.hidden = None
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.xavier_uniform_(self.classify.weight)

    def detach_hidden(self):
        self.hidden = tuple(h.detach() for h in self.hidden)

    def forward(self, tokens):
        out, self.hidden = self.lstm(self.embed(tokens), self.hidden)  #! decoy
        return self.classify(out[:, -1])


def run(epochs=1):
    torch.manual_seed(1)
    reader = Reader()
    optimizer = torch.optim.Adam(reader.parameters(), lr=1e-3)
    for _ in range(epochs):
        for tokens, label in [(torch.randint(0, 20, (4, 6)), torch.randint(0, 3, (4,))) for _ in range(3)]:
            optimizer.zero_grad()
            scores = reader(tokens)  #~ backward-twice
            loss = F.cross_entropy(scores, label)
            loss.backward()  #! decoy
            optimizer.step()
            print(loss.item())


if __name__ == "__main__":
    run()
