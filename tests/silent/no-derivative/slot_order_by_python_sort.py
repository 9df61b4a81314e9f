import torch
import torch.nn as nn
import torch.nn.functional as F


class Reranker(nn.Module):
    def __init__(self, d=5, k=3):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(d, 12), nn.ReLU(), nn.Linear(12, 1))
        self.read = nn.Linear(d * k, 2)
        self.k = k

    def forward(self, docs):
        scores = self.score(docs).squeeze(-1)
        order = scores.topk(self.k, dim=1).indices  #~ no-derivative
        best = docs.gather(1, order.unsqueeze(-1).expand(-1, -1, docs.size(-1)))  #~ no-derivative
        return self.read(best.flatten(1))


def main():
    torch.manual_seed(0)
    model = Reranker()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    docs = torch.randn(30, 6, 5)
    y = (docs[..., 0].max(1).values > 1.2).long()
    for _ in range(6):
        logits = model(docs)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), (logits.argmax(1) == y).float().mean().item())  #! decoy


main()
