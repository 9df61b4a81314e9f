# file: main.py
import torch
from torch import nn

torch.manual_seed(1)
words = nn.Embedding(30, 8)
tagger, guesser = nn.Linear(8, 4), nn.Linear(8, 30)
optimizers = {
    "tags": torch.optim.SGD([words.weight, *tagger.parameters()], lr=0.2),
    "next": torch.optim.SGD([words.weight, *guesser.parameters()], lr=0.2),
}
for step in range(12):
    ids = torch.randint(0, 29, (64,))
    losses = [
        nn.functional.cross_entropy(tagger(words(ids)), ids % 4),
        nn.functional.cross_entropy(guesser(words(ids)), ids + 1),
    ]
    for optimizer in optimizers.values():
        optimizer.zero_grad()
    for loss in losses:
        loss.backward()  #~ stepped-twice
    for optimizer in optimizers.values():
        optimizer.step()
print([loss.item() for loss in losses])
# file: quiet.py
import torch
from torch import nn

# Each loss has its turn: cleared, run back and stepped before the next.
torch.manual_seed(1)
words = nn.Embedding(30, 8)
tagger, guesser = nn.Linear(8, 4), nn.Linear(8, 30)
tasks = [
    (tagger, torch.optim.SGD([words.weight, *tagger.parameters()], lr=0.2), lambda ids: ids % 4),
    (guesser, torch.optim.SGD([words.weight, *guesser.parameters()], lr=0.2), lambda ids: ids + 1),
]
for step in range(12):
    ids = torch.randint(0, 29, (64,))
    for head, optimizer, wanted in tasks:
        loss = nn.functional.cross_entropy(head(words(ids)), wanted(ids))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
