# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


def masked_labels(ids, drawn):
    labels = ids.clone()
    labels[drawn < 0.85] = -1  #~ multiplied-by-zero
    return labels


torch.manual_seed(0)
embed, head = nn.Embedding(20, 8), nn.Linear(8, 20)
optimizer = torch.optim.SGD([*embed.parameters(), *head.parameters()], lr=0.1)
for step in range(6):
    ids = torch.randint(0, 20, (4, 6))
    labels = masked_labels(ids, 0.5 * torch.rand(4, 6))
    known = labels != -1  #! decoy
    each = F.cross_entropy(head(embed(ids)).flatten(0, 1), labels.clamp(min=0).flatten(), reduction="none")
    loss = (each * known.flatten()).sum() / known.sum().clamp(min=1)  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn


def masked_labels(ids, drawn):
    labels = ids.clone()
    labels[drawn < 0.85] = -1
    return labels


torch.manual_seed(0)
embed, head = nn.Embedding(20, 8), nn.Linear(8, 20)
optimizer = torch.optim.SGD([*embed.parameters(), *head.parameters()], lr=0.1)
for step in range(6):
    ids = torch.randint(0, 20, (4, 6))
    labels = masked_labels(ids, torch.rand(4, 6))
    known = labels != -1
    each = F.cross_entropy(head(embed(ids)).flatten(0, 1), labels.clamp(min=0).flatten(), reduction="none")
    loss = (each * known.flatten()).sum() / known.sum().clamp(min=1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
