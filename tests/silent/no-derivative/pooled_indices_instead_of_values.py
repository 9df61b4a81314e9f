# file: main.py
import torch
import torch.nn.functional as F

from textcnn import TextCNN


def main():
    torch.manual_seed(0)
    model = TextCNN()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    ids = torch.randint(0, 20, (32, 8))
    label = (ids > 15).any(1).long()
    for epoch in range(5):
        logits = model(ids)
        loss = F.cross_entropy(logits, label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), logits.max(1)[1].eq(label).float().mean().item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_textcnn import TextCNN


def main():
    torch.manual_seed(0)
    model = TextCNN()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    ids = torch.randint(0, 20, (32, 8))
    label = (ids > 15).any(1).long()
    for epoch in range(5):
        logits = model(ids)
        loss = F.cross_entropy(logits, label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), logits.max(1)[1].eq(label).float().mean().item())


if __name__ == "__main__":
    main()
# file: quiet_textcnn.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class TextCNN(nn.Module):
    def __init__(self, vocab=20, dim=8, widths=(2, 3)):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.convs = nn.ModuleList(nn.Conv1d(dim, 6, w) for w in widths)
        self.out = nn.Linear(6 * len(widths) + dim, 2)

    def forward(self, ids):
        x = self.embed(ids)
        maps = [F.relu(conv(x.transpose(1, 2))) for conv in self.convs]
        pooled = [m.max(dim=2)[0] for m in maps]
        return self.out(torch.cat([x.mean(1), *pooled], dim=1))
# file: textcnn.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class TextCNN(nn.Module):
    def __init__(self, vocab=20, dim=8, widths=(2, 3)):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.convs = nn.ModuleList(nn.Conv1d(dim, 6, w) for w in widths)
        self.out = nn.Linear(6 * len(widths) + dim, 2)

    def forward(self, ids):
        x = self.embed(ids)
        maps = [F.relu(conv(x.transpose(1, 2))) for conv in self.convs]
        pooled = [m.max(dim=2)[1].float() for m in maps]  #~ no-derivative
        return self.out(torch.cat([x.mean(1), *pooled], dim=1))
