# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

# A preference of one answer over another: the sum over the tokens is the log-probability of one answer.
torch.manual_seed(0)
vocabulary, length = 20, 12
table, head = nn.Embedding(vocabulary, 16), nn.Linear(16, vocabulary)
optimizer = torch.optim.Adam([*table.parameters(), *head.parameters()], lr=1e-3)


def log_probability(tokens):
    logits = head(torch.tanh(table(tokens[:-1])))
    return logits.log_softmax(1).gather(1, tokens[1:, None]).sum()


for step in range(12):
    chosen, rejected = (torch.randint(0, vocabulary, (length,)) for _ in range(2))
    loss = -F.logsigmoid(0.1 * (log_probability(chosen) - log_probability(rejected)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
