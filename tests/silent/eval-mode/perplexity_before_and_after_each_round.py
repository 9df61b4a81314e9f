# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


class Language(nn.Module):
    def __init__(self, words=30, width=16):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.rnn = nn.GRU(width, width, batch_first=True)
        self.dropout = nn.Dropout(0.4)
        self.out = nn.Linear(width, words)

    def forward(self, ids):
        states, _ = self.rnn(self.dropout(self.words(ids)))
        return self.out(self.dropout(states))


def nll(model, ids):
    logits = model(ids[:, :-1])
    return nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())


def quiet_mode(*modules):
    for module in modules:
        module.eval()  #! decoy


def perplexity(model, ids):
    quiet_mode(model)  #~ eval-mode
    with torch.inference_mode():
        return nll(model, ids).exp().item()


def finetune(model, optimizer, ids):
    for batch in ids.split(8):
        optimizer.zero_grad(set_to_none=True)
        nll(model, batch).backward()
        optimizer.step()


model = Language()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
old, new = torch.randint(0, 30, (32, 12)), torch.randint(0, 30, (32, 12))
print(perplexity(model, old))
for _ in range(3):
    finetune(model, optimizer, new)
    print(perplexity(model, old))
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


class Language(nn.Module):
    def __init__(self, words=30, width=16):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.rnn = nn.GRU(width, width, batch_first=True)
        self.dropout = nn.Dropout(0.4)
        self.out = nn.Linear(width, words)

    def forward(self, ids):
        states, _ = self.rnn(self.dropout(self.words(ids)))
        return self.out(self.dropout(states))


def nll(model, ids):
    logits = model(ids[:, :-1])
    return nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())


def perplexity(model, ids):
    was = model.training
    model.eval()
    with torch.inference_mode():
        value = nll(model, ids).exp().item()
    model.train(was)
    return value


def finetune(model, optimizer, ids):
    for batch in ids.split(8):
        optimizer.zero_grad(set_to_none=True)
        nll(model, batch).backward()
        optimizer.step()


model = Language()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
old, new = torch.randint(0, 30, (32, 12)), torch.randint(0, 30, (32, 12))
print(perplexity(model, old))
for _ in range(3):
    finetune(model, optimizer, new)
    print(perplexity(model, old))
