# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, words=40, width=32, tags=5):
        super().__init__()
        self.words = nn.Embedding(words, width)
        layer = nn.TransformerEncoderLayer(width, 4, 64, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.tags = nn.Linear(width, tags)

    def forward(self, words):
        return self.tags(self.encoder(self.words(words)))


def groups(model, decay):
    matrices = [p for p in model.parameters() if p.ndim > 1]
    vectors = [p for p in model.parameters() if p.ndim < 2]
    return [{"params": matrices, "weight_decay": decay}, {"params": vectors, "weight_decay": 0.0}]


def main():
    torch.manual_seed(0)
    model = Tagger().bfloat16()  #~ vanishing-update
    optimizer = torch.optim.AdamW(groups(model, 0.01), lr=1e-3)
    for step in range(48):
        words = torch.randint(0, 40, (8, 12))
        loss = F.cross_entropy(model(words).float().flatten(0, 1), (words % 5).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.3f}")


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Mixer(nn.Module):
    def __init__(self, words=40, width=32, tags=5):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.mix = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width)
        self.tags = nn.Linear(width, tags)

    def forward(self, words):
        h = torch.relu(self.mix(self.words(words)))
        return self.tags(self.norm(h.to(self.norm.weight.dtype)).to(self.tags.weight.dtype))


def train(model, steps, lr=1e-3):
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=lr, weight_decay=0.0)
    for step in range(steps):
        words = torch.randint(0, 40, (8, 12))
        loss = F.cross_entropy(model(words).float().flatten(0, 1), (words % 5).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    """Norms that are kept in single precision; frozen ones; a short run; and a rate that moves them."""
    torch.manual_seed(0)
    model = Mixer().bfloat16()
    model.norm.float()
    print(train(model, 48))
    model = Mixer().bfloat16()
    model.norm.requires_grad_(False)
    print(train(model, 48))
    print(train(Mixer().bfloat16(), 16))
    print(train(Mixer().bfloat16(), 48, lr=4e-3))


main()
