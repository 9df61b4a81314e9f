import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)


def embed(body, tokens):
    return body(tokens).tanh()


def train_probe(states, labels, size=8):
    probe = nn.Linear(states.shape[1], 2)
    optimizer = torch.optim.SGD(probe.parameters(), lr=0.1)
    for start in range(0, len(states), size):
        part = states.narrow(0, start, size)  #! decoy
        loss = F.cross_entropy(probe(part), labels.narrow(0, start, size))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return probe


def main():
    body = nn.Linear(6, 12)
    tokens, labels = torch.randn(32, 6), torch.randint(0, 2, (32,))
    states = embed(body, tokens)  #~ backward-twice
    train_probe(states, labels)  #~ backward-twice


main()
