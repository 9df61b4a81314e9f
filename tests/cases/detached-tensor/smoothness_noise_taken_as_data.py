# file: main.py
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
# file: smart.py
import torch
import torch.nn.functional as F


class SmoothnessLoss:
    """Adversarial smoothness: one ascent step on the noise, then the divergence at the perturbed point."""

    def __init__(self, evaluate, radius=1e-3, lr=1.0):
        self.evaluate, self.radius, self.lr = evaluate, radius, lr

    def divergence(self, embeddings, noise, reference):
        moved = self.evaluate(embeddings + noise.data)  #~ detached-tensor
        return F.kl_div(moved.log_softmax(-1), reference.softmax(-1), reduction="batchmean")

    def __call__(self, embeddings, logits):
        noise = (torch.randn_like(embeddings) * self.radius).requires_grad_()
        reference = logits.detach()  #! decoy
        first = self.divergence(embeddings.detach(), noise, reference)  #! decoy
        (g,) = torch.autograd.grad(first, noise)
        noise = (noise + self.lr * g / (g.norm() + 1e-8) * self.radius).detach()  #! decoy
        return self.divergence(embeddings, noise, reference)
