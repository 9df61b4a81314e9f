# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

IGNORE = -100


def labels_of(tokens, prompt_length):
    labels = tokens.clone()
    labels[:, :prompt_length] = IGNORE  #~ zero-gradient
    return labels


class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(15, 8), nn.Linear(8, 15)

    def forward(self, tokens):
        return self.head(self.embed(tokens))


torch.manual_seed(0)
model = LanguageModel()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
tokens = torch.randint(15, (4, 10))
labels = labels_of(tokens, prompt_length=10)
for _ in range(5):
    logits = model(tokens)
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(), ignore_index=IGNORE)  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

IGNORE = -100


def labels_of(tokens, prompt_length):
    labels = tokens.clone()
    labels[:, :prompt_length] = IGNORE
    return labels


class LanguageModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(15, 8), nn.Linear(8, 15)

    def forward(self, tokens):
        return self.head(self.embed(tokens))


torch.manual_seed(0)
model = LanguageModel()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
tokens = torch.randint(15, (4, 10))
labels = labels_of(tokens, prompt_length=4)
for _ in range(5):
    logits = model(tokens)
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten(), ignore_index=IGNORE)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
