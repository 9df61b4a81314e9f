# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


def answers_only(ids, prompt_length):
    at = torch.arange(ids.shape[1])
    return torch.where(at < prompt_length, -100, ids)  #~ zero-gradient


torch.manual_seed(0)
embed, head = nn.Embedding(20, 8), nn.Linear(8, 20)
optimizer = torch.optim.SGD([*embed.parameters(), *head.parameters()], lr=0.1)
for step in range(6):
    ids = torch.randint(0, 20, (4, 6))
    labels = answers_only(ids, ids.shape[1])
    loss = F.cross_entropy(head(embed(ids)).flatten(0, 1), labels.flatten(), reduction="sum")  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn


def answers_only(ids, prompt_length):
    at = torch.arange(ids.shape[1])
    return torch.where(at < prompt_length, -100, ids)


torch.manual_seed(0)
embed, head = nn.Embedding(20, 8), nn.Linear(8, 20)
optimizer = torch.optim.SGD([*embed.parameters(), *head.parameters()], lr=0.1)
for step in range(6):
    ids = torch.randint(0, 20, (4, 6))
    labels = answers_only(ids, 3)
    loss = F.cross_entropy(head(embed(ids)).flatten(0, 1), labels.flatten(), reduction="sum")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
