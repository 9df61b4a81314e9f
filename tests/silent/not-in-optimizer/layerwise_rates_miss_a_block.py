# file: main.py
import torch
import torch.nn.functional as F

from bert import MiniBert


def layerwise(model, lr, decay=0.8):
    groups = [{"params": model.embed.parameters(), "lr": lr * decay ** model.depth}]
    for i in range(model.depth - 1):  #~ not-in-optimizer
        groups.append({"params": model.layers[i].parameters(), "lr": lr * decay ** (model.depth - 1 - i)})
    groups.append({"params": model.head.parameters(), "lr": lr})
    return groups


def main():
    torch.manual_seed(0)
    model = MiniBert()
    optimizer = torch.optim.AdamW(layerwise(model, 3e-3))  #~ not-in-optimizer
    ids = torch.randint(0, 16, (24, 6))
    label = (ids[:, 0] > 7).long()
    for epoch in range(4):
        loss = F.cross_entropy(model(ids), label)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        print(epoch, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from bert import MiniBert


def layerwise(model, lr, decay=0.8):
    groups = [{"params": model.embed.parameters(), "lr": lr * decay ** model.depth}]
    for i in range(model.depth):
        groups.append({"params": model.layers[i].parameters(), "lr": lr * decay ** (model.depth - 1 - i)})
    groups.append({"params": model.head.parameters(), "lr": lr})
    return groups


def main():
    torch.manual_seed(0)
    model = MiniBert()
    optimizer = torch.optim.AdamW(layerwise(model, 3e-3))
    ids = torch.randint(0, 16, (24, 6))
    label = (ids[:, 0] > 7).long()
    for epoch in range(4):
        loss = F.cross_entropy(model(ids), label)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
# file: bert.py
import torch.nn as nn


class MiniBert(nn.Module):
    def __init__(self, vocab=16, dim=16, depth=3):
        super().__init__()
        self.depth = depth
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(nn.TransformerEncoderLayer(dim, 2, 32, 0.0, batch_first=True) for _ in range(depth))
        self.head = nn.Linear(dim, 2)

    def forward(self, ids):
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x)
        return self.head(x[:, 0])
