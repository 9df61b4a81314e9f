# file: main.py
import torch

from prior import Prior, counted


def main():
    torch.manual_seed(0)
    words = torch.randint(0, 6, (50,))
    prior = Prior(counted(words.tolist(), 6))
    optimizer = torch.optim.SGD(prior.parameters(), lr=0.1)
    for _ in range(3):
        loss = -prior()[words].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: prior.py
import torch
import torch.nn as nn


def counted(words, size):
    table = [0] * size
    for word in words:
        table[word] += 1
    counts = torch.tensor(table)  #~ requires-grad-misuse
    smoothed = counts + 1
    return smoothed.reshape(-1)


class Prior(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.logits = nn.Parameter(start)  #! decoy

    def forward(self):
        return torch.log_softmax(self.logits, 0)
