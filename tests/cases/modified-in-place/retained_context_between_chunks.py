import torch
import torch.nn as nn


class ChunkReader(nn.Module):
    def __init__(self, vocab=20, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)
        self.context = None

    def forward(self, tokens):
        out, last = self.rnn(self.embed(tokens), self.context)
        self.context = last  #~ modified-in-place|backward-twice
        return self.head(out)


def main():
    torch.manual_seed(0)
    model = ChunkReader()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    document = torch.randint(0, 20, (3, 33))
    for start in range(0, 32, 8):
        chunk = document[:, start:start + 9]
        logits = model(chunk[:, :-1])
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), chunk[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  #! decoy
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)  #! decoy
        optimizer.step()  #~ modified-in-place
        print(start, loss.item())


if __name__ == "__main__":
    main()
