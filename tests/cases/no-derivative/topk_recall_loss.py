import torch
import torch.nn as nn


class Retriever(nn.Module):
    def __init__(self, docs=30, dim=8):
        super().__init__()
        self.query = nn.Linear(6, dim)
        self.docs = nn.Embedding(docs, dim)

    def forward(self, q):
        return self.query(q) @ self.docs.weight.T


def recall_at_k(scores, gold, k=5):
    top = scores.topk(k, dim=1).indices  #~ no-derivative
    return (top == gold[:, None]).any(dim=1).float()  #~ no-derivative


def main():
    torch.manual_seed(0)
    model = Retriever()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
    for step in range(4):
        q = torch.randn(12, 6)
        gold = torch.randint(0, 30, (12,))
        scores = model(q)
        loss = 1 - recall_at_k(scores, gold).mean()
        best = scores.detach().topk(1, dim=1).values.mean().item()  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        print(step, loss.item(), best)


if __name__ == "__main__":
    main()
