# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Retriever(nn.Module):
    def __init__(self, vocabulary=50, width=16):
        super().__init__()
        self.query = nn.Embedding(vocabulary, width)
        self.document = nn.Embedding(vocabulary, width)

    def encode_documents(self, ids):
        with torch.no_grad():  #~ grad-disabled
            return F.normalize(self.document(ids).mean(1), dim=-1)

    def encode_queries(self, ids):
        return F.normalize(self.query(ids).mean(1), dim=-1)


def accuracy(scores):
    with torch.no_grad():  #! decoy
        return (scores.argmax(1) == torch.arange(len(scores))).float().mean().item()


def fit(model, optimizer, batches):
    for queries, documents in batches:
        scores = model.encode_queries(queries) @ model.encode_documents(documents).T / 0.07
        loss = F.cross_entropy(scores, torch.arange(len(scores)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f} {accuracy(scores):.2f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Retriever()
    batches = [(torch.randint(50, (8, 5)), torch.randint(50, (8, 7))) for _ in range(6)]
    fit(model, torch.optim.AdamW(model.parameters(), lr=1e-3), batches)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Retriever(nn.Module):
    def __init__(self, vocabulary=50, width=16):
        super().__init__()
        self.query = nn.Embedding(vocabulary, width)
        self.document = nn.Embedding(vocabulary, width)

    def encode_documents(self, ids):
        return F.normalize(self.document(ids).mean(1), dim=-1)

    def encode_queries(self, ids):
        return F.normalize(self.query(ids).mean(1), dim=-1)


def accuracy(scores):
    with torch.no_grad():
        return (scores.argmax(1) == torch.arange(len(scores))).float().mean().item()


def fit(model, optimizer, batches):
    for queries, documents in batches:
        scores = model.encode_queries(queries) @ model.encode_documents(documents).T / 0.07
        loss = F.cross_entropy(scores, torch.arange(len(scores)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f} {accuracy(scores):.2f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Retriever()
    batches = [(torch.randint(50, (8, 5)), torch.randint(50, (8, 7))) for _ in range(6)]
    fit(model, torch.optim.AdamW(model.parameters(), lr=1e-3), batches)
