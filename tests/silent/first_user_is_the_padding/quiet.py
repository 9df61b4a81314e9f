import torch
import torch.nn as nn
import torch.nn.functional as F


class Decoder(nn.Module):
    """One token after the other; finished sentences go on with the padding."""

    def __init__(self, words=12, d=10):
        super().__init__()
        self.embed = nn.Embedding(words, d, padding_idx=0)
        self.cell = nn.GRUCell(d, d)
        self.out = nn.Linear(d, words)

    def forward(self, tokens):
        h = torch.zeros(len(tokens), 10)
        loss = torch.zeros(())
        for t in range(tokens.shape[1] - 1):
            h = self.cell(self.embed(tokens[:, t]), h)
            loss = loss + F.cross_entropy(self.out(h), tokens[:, t + 1], ignore_index=0)
        return loss


def main():
    torch.manual_seed(0)
    model = Decoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(12):
        tokens = torch.randint(1, 12, (8, 7))
        lengths = torch.randint(3, 7, (8, 1))
        tokens[torch.arange(7)[None] >= lengths] = 0
        loss = model(tokens)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
