# file: main.py
import torch
from torch import nn
import torch.nn.functional as F

def encode(labels, length):
    rows = [row[:length] for row in labels]  #~ multiplied-by-zero
    return torch.tensor(rows)

def mask_of(ids):
    return (ids != 0).float()

torch.manual_seed(0)
emb, out = nn.Embedding(10, 6), nn.Linear(6, 10)
opt = torch.optim.Adam([*emb.parameters(), *out.parameters()], lr=0.01)
labels = [[0, 0, 0, 3, 4], [0, 0, 0, 5, 6], [0, 0, 0, 7, 8]]
inputs = torch.randint(1, 10, (3, 3))
for step in range(12):
    target = encode(labels, 3)
    mask = mask_of(target)
    logits = out(emb(inputs))
    each = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none")
    loss = (each * mask.flatten()).sum() / mask.sum().clamp(min=1)
    opt.zero_grad()
    loss.backward()
    opt.step()

# file: quiet.py
import torch
from torch import nn
import torch.nn.functional as F

def encode(labels, length):
    rows = [row[:length] for row in labels]
    return torch.tensor(rows)

def mask_of(ids):
    return (ids != 0).float()

torch.manual_seed(0)
emb, out = nn.Embedding(10, 6), nn.Linear(6, 10)
opt = torch.optim.Adam([*emb.parameters(), *out.parameters()], lr=0.01)
labels = [[0, 0, 0, 3, 4], [0, 0, 0, 5, 6], [0, 0, 0, 7, 8]]
inputs = torch.randint(1, 10, (3, 5))
for step in range(12):
    target = encode(labels, 5)
    mask = mask_of(target)
    logits = out(emb(inputs))
    each = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none")
    loss = (each * mask.flatten()).sum() / mask.sum().clamp(min=1)
    opt.zero_grad()
    loss.backward()
    opt.step()
