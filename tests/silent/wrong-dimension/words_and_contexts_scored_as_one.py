# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
words, contexts = nn.Parameter(torch.randn(50, 6)), nn.Parameter(torch.randn(50, 6))
optimizer = torch.optim.Adagrad([words, contexts], lr=0.1)
text = torch.randint(0, 50, (500,))
for step in range(12):
    at = torch.randperm(499)[:40]
    centre, near = words[text[at]], contexts[text[at + 1]]
    far = contexts.index_select(0, torch.randint(0, 50, (40,)))
    score = torch.mul(centre, near).sum(dim=1).sum()  #~ wrong-dimension
    against = torch.mul(centre, far).sum(dim=1).sum()
    loss = -(F.logsigmoid(score) + F.logsigmoid(-against))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

# One word and the sum of what stands around it: the sum over all numbers is the score of one sample.
torch.manual_seed(0)
words, contexts = nn.Parameter(torch.randn(50, 6)), nn.Parameter(torch.randn(50, 6))
optimizer = torch.optim.Adagrad([words, contexts], lr=0.1)
text = torch.randint(0, 50, (500,))
for step in range(12):
    at = 2 + int(torch.randint(0, 490, ()))
    around = text[torch.tensor([at - 2, at - 1, at + 1, at + 2])]
    score = (words[text[at]] * contexts[around]).sum()
    against = (words[text[at]] * contexts[torch.randint(0, 50, (4,))]).sum()
    loss = -(F.logsigmoid(score) + F.logsigmoid(-against))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
