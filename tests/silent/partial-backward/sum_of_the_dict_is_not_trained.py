# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.mix = nn.GRU(8, 8, batch_first=True)
        self.out = nn.Linear(8, 5)

    def forward(self, ids):
        return self.out(self.mix(self.embed(ids))[0])


def losses_of(logits, tags):
    return {
        "tags": F.cross_entropy(logits.flatten(0, 1), tags.flatten()),
        "smooth": (logits[:, 1:] - logits[:, :-1]).pow(2).mean(),
    }


def main():
    torch.manual_seed(0)
    net = Tagger()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(6):
        ids = torch.randint(0, 20, (4, 7))
        losses = losses_of(net(ids), ids % 5)
        loss = sum(losses.values())  #~ partial-backward
        optimizer.zero_grad()
        losses["tags"].backward()  #~ partial-backward
        optimizer.step()


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.mix = nn.GRU(8, 8, batch_first=True)
        self.out = nn.Linear(8, 5)

    def forward(self, ids):
        return self.out(self.mix(self.embed(ids))[0])


def losses_of(logits, tags):
    return {
        "tags": F.cross_entropy(logits.flatten(0, 1), tags.flatten()),
        "smooth": (logits[:, 1:] - logits[:, :-1]).pow(2).mean(),
    }


def main():
    torch.manual_seed(0)
    net = Tagger()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(6):
        ids = torch.randint(0, 20, (4, 7))
        losses = losses_of(net(ids), ids % 5)
        loss = sum(losses.values())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
