import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self, vocab, dim=12, classes=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.encoder = nn.LSTM(dim, 16, batch_first=True)
        self.out = nn.Linear(16, classes)

    def resize_token_embeddings(self, size):
        old = self.embed
        new = nn.Embedding(size, old.embedding_dim)
        with torch.no_grad():  #! decoy
            new.weight[: old.num_embeddings] = old.weight
        self.embed = new

    def forward(self, ids):
        _, (h, _) = self.encoder(self.embed(ids))
        return self.out(h[-1])


def setup(vocab, special):
    model = Classifier(vocab)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)  #~ stale-optimizer
    model.resize_token_embeddings(vocab + special)  #~ stale-optimizer
    return model, optimizer


def main():
    torch.manual_seed(0)
    model, optimizer = setup(vocab=30, special=2)
    ids = torch.randint(0, 32, (40, 6))
    label = (ids == 31).any(dim=1).long()
    for epoch in range(5):
        logits = model(ids)
        loss = F.cross_entropy(logits, label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        acc = (logits.argmax(1) == label).float().mean().item()  #! decoy
        print(epoch, loss.item(), acc)


main()
