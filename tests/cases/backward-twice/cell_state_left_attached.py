import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, vocab=10, dim=8):
        super().__init__()
        self.dim = dim
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.cell = nn.LSTMCell(dim, dim)
        self.head = nn.Linear(dim, vocab)

    def start(self, batch):
        return torch.zeros(batch, self.dim), torch.zeros(batch, self.dim)

    def forward(self, tokens, h, c):
        logits = []
        for token in tokens.unbind(1):  #! decoy
            h, c = self.cell(self.embed(token), (h, c))
            logits.append(self.head(h))
        return torch.stack(logits, dim=1), h, c  #~ backward-twice


def main():
    torch.manual_seed(0)
    model = Decoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    text = torch.randint(1, 10, (4, 21))
    h, c = model.start(4)
    for i in range(0, 20, 5):
        logits, h, c = model(text[:, i:i + 5], h, c)  #~ backward-twice
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), text[:, i + 1:i + 6].flatten())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        h = h.detach()  #! decoy
        print(i, loss.item())


if __name__ == "__main__":
    main()
