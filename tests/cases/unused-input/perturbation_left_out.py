"""Smoothness-inducing regularisation: move the embedding a little in the worst direction."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self, vocab=30, dim=10, classes=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.body = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, classes)

    def from_embedding(self, x):
        return self.head(self.body(x)[0].mean(1))

    def forward(self, ids):
        return self.from_embedding(self.embed(ids))


def divergence(p, q):
    return F.kl_div(F.log_softmax(p, -1), F.log_softmax(q, -1), log_target=True, reduction="batchmean")


def smoothness(model, embedded, logits, step_size=1e-3):
    noise = (torch.randn_like(embedded) * 1e-5).requires_grad_()  #! decoy
    perturbed = embedded + noise  #~ unused-input
    moved = divergence(model.from_embedding(embedded), logits.detach())  #~ unused-input
    direction = torch.autograd.grad(moved, noise)[0]
    noise = noise.detach() + step_size * direction / (direction.norm() + 1e-8)  #! decoy
    return divergence(model.from_embedding(embedded + noise), logits)


def main():
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        ids, labels = torch.randint(0, 30, (6, 9)), torch.randint(0, 4, (6,))
        embedded = model.embed(ids)
        logits = model.from_embedding(embedded)
        loss = F.cross_entropy(logits, labels) + 0.02 * smoothness(model, embedded, logits)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
