import torch
import torch.nn as nn
import torch.nn.functional as F

from smart import SmoothnessLoss


class Classifier(nn.Module):
    def __init__(self, vocab=30, dim=8, classes=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.body = nn.Sequential(nn.Linear(dim, 16), nn.Tanh(), nn.Linear(16, classes))

    def from_embeddings(self, e):
        return self.body(e.mean(1))


def main():
    torch.manual_seed(0)
    model = Classifier()
    smooth = SmoothnessLoss(model.from_embeddings)
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(5):
        tokens = torch.randint(0, 30, (8, 5))
        labels = torch.randint(0, 3, (8,))
        emb = model.embed(tokens)
        logits = model.from_embeddings(emb)
        loss = F.cross_entropy(logits, labels) + 0.1 * smooth(emb, logits)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
