# file: main.py
import torch
from torch import nn

from watch import Watch


class Tags(nn.Module):
    def __init__(self):
        super().__init__()
        self.bag = nn.EmbeddingBag(40, 6, sparse=True)
        self.score = nn.Linear(6, 3)

    def forward(self, words):
        return self.score(self.bag(words))


torch.manual_seed(0)
tags = Tags()
watch = Watch(tags)
optimizer = torch.optim.SGD(tags.parameters(), lr=0.1)
for turn in range(3):
    words, wanted = torch.randint(0, 40, (8, 5)), torch.randint(0, 3, (8,))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(tags(words), wanted)
    loss.backward()  #! decoy
    optimizer.step()
    print(turn, loss.item(), watch.seen)
# file: watch.py
def spread(values):
    return values.std().item()  #~ hook-result


class Watch:
    def __init__(self, model):
        self.seen = {}
        for name, weight in model.named_parameters():
            weight.register_hook(lambda arrived, name=name: self.note(name, arrived))

    def note(self, name, arrived):
        self.seen[name] = spread(arrived)
