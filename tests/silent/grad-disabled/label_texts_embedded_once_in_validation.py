import torch
import torch.nn as nn
import torch.nn.functional as F


class ZeroShot(nn.Module):
    """Images and the words of their labels, in one space."""

    def __init__(self, words=12, dim=8):
        super().__init__()
        self.image = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, dim))
        self.text = nn.Sequential(nn.EmbeddingBag(words, dim), nn.Linear(dim, dim))
        self.known = {}

    def labels(self, ids):
        key = tuple(ids.flatten().tolist())  #! decoy
        if key in self.known:
            return self.known[key]
        vectors = F.normalize(self.text(ids), dim=-1)
        if not torch.is_grad_enabled():
            self.known[key] = vectors  #~ grad-disabled
        return vectors

    def forward(self, x, ids):
        return 10 * F.normalize(self.image(x), dim=-1) @ self.labels(ids).T


@torch.no_grad()  #! decoy
def accuracy(model, x, ids, y):
    return (model(x, ids).argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(0)
    model = ZeroShot()
    opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
    ids = torch.arange(12).view(4, 3)
    for step in range(24):
        x = torch.randn(16, 6)
        y = x[:, :4].argmax(1)
        loss = F.cross_entropy(model(x, ids), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 8 == 7:
            print(step, loss.item(), accuracy(model, x, ids, y))  #! decoy


main()
