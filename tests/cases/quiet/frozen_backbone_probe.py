# file: main.py
import torch
import torch.nn as nn

from probe.heads import Linear
from probe.optim import trainable


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 10), nn.BatchNorm1d(10), nn.ReLU())
        self.vectors = nn.Embedding.from_pretrained(torch.randn(4, 10))
        self.head = Linear(10, 3)

    def forward(self, x, kind):
        with torch.no_grad():
            h = self.backbone(x)
        return self.head(h + self.vectors(kind))


def main():
    torch.manual_seed(0)
    model = Model()
    for p in model.backbone.parameters():
        p.requires_grad = False
    model.backbone.eval()
    optimizer = torch.optim.SGD(trainable(model), lr=0.1)
    for step in range(3):
        x, kind, y = torch.randn(9, 6), torch.randint(0, 4, (9,)), torch.randint(0, 3, (9,))
        logits = model(x, kind)
        loss = nn.functional.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), (logits.argmax(1) == y).float().mean().item())


if __name__ == "__main__":
    main()
# file: probe/__init__.py
# file: probe/heads.py
import torch.nn as nn


class Linear(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.norm = nn.LayerNorm(n_in)
        self.fc = nn.Linear(n_in, n_out)

    def forward(self, h):
        return self.fc(self.norm(h))
# file: probe/optim.py
def trainable(model):
    return [p for p in model.parameters() if p.requires_grad]
