# file: main.py
import torch
import torch.nn.functional as F

from lm import TinyLM


class PromptTuner(torch.nn.Module):
    def __init__(self, lm, tokens=4):
        super().__init__()
        self.lm = lm
        self.tokens = tokens
        for p in self.lm.parameters():
            p.requires_grad = False  #! decoy
        self.lm.head.requires_grad_(True)
        self.prompt = torch.nn.Parameter(torch.randn(tokens, lm.dim) * 0.1)

    def forward(self, ids):
        # the last rows of the table are reserved for the prompt
        self.lm.embed.weight.data[-self.tokens:] = self.prompt.data  #~ detached-tensor|untracked-write|untracked-change
        reserved = torch.arange(self.lm.vocab - self.tokens, self.lm.vocab).expand(len(ids), -1)
        return self.lm(torch.cat([reserved, ids], dim=1))[:, self.tokens:]


def main():
    torch.manual_seed(0)
    tuner = PromptTuner(TinyLM(vocab=24, dim=16))
    optimizer = torch.optim.AdamW([p for p in tuner.parameters() if p.requires_grad], lr=1e-2)
    ids = (torch.randint(0, 20, (16, 1)) + torch.arange(7)) % 20
    for step in range(6):
        logits = tuner(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: lm.py
import torch.nn as nn


class TinyLM(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.vocab, self.dim = vocab, dim
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)

    def forward(self, ids):
        hidden, _ = self.rnn(self.embed(ids))
        return self.head(hidden)
