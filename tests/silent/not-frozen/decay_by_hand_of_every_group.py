# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


class DecoupledSGD:
    """Momentum by torch, weight decay by hand."""

    def __init__(self, groups, decay):
        self.inner = torch.optim.SGD(groups, lr=0.05, momentum=0.9)
        self.decay = decay

    def zero_grad(self):
        self.inner.zero_grad()

    @torch.no_grad()
    def step(self):
        for group in self.inner.param_groups:
            for weight in group["params"]:
                weight.mul_(1 - self.decay * group["lr"])  #~ not-frozen
        self.inner.step()


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 8)
        self.words.weight.requires_grad_(False)  #! decoy
        self.tags = nn.Linear(8, 4)

    def forward(self, tokens):
        return self.tags(self.words(tokens))


torch.manual_seed(0)
tagger = Tagger()
optimizer = DecoupledSGD([{"params": tagger.words.parameters()}, {"params": tagger.tags.parameters()}], decay=0.1)
for step in range(30):
    tokens = torch.randint(0, 30, (40,))
    loss = F.cross_entropy(tagger(tokens), tokens % 4)
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
print(loss.item(), tagger.words.weight.norm().item())
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F


class DecoupledSGD:
    """Momentum by torch, weight decay by hand; a group may say that it is not to decay."""

    def __init__(self, groups, decay):
        self.inner = torch.optim.SGD(groups, lr=0.05, momentum=0.9)
        self.decay = decay

    def zero_grad(self):
        self.inner.zero_grad()

    @torch.no_grad()
    def step(self):
        for group in self.inner.param_groups:
            for weight in group["params"]:
                weight.mul_(1 - group.get("decay", self.decay) * group["lr"])
        self.inner.step()


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 8)
        self.words.weight.requires_grad_(False)
        self.tags = nn.Linear(8, 4)

    def forward(self, tokens):
        return self.tags(self.words(tokens))


torch.manual_seed(0)
tagger = Tagger()
frozen = {"params": tagger.words.parameters(), "decay": 0.0}
optimizer = DecoupledSGD([frozen, {"params": tagger.tags.parameters()}], decay=0.1)
for step in range(30):
    tokens = torch.randint(0, 30, (40,))
    loss = F.cross_entropy(tagger(tokens), tokens % 4)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), tagger.words.weight.norm().item())
