# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from inversion import TextEncoder, TokenLearner


def main():
    torch.manual_seed(0)
    encoder = TextEncoder().eval().requires_grad_(False)
    learner = TokenLearner(encoder, token=9)
    goal = torch.randn(8)
    opt = torch.optim.Adam(learner.parameters(), lr=1e-2)
    prompts = torch.tensor([[1, 2, 9], [3, 9, 4]])
    for step in range(5):
        loss = 1 - F.cosine_similarity(learner(prompts), goal[None]).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: inversion.py
import torch
import torch.nn as nn


class TextEncoder(nn.Module):
    def __init__(self, vocab=10, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.body = nn.Sequential(nn.Linear(dim, 16), nn.GELU(), nn.Linear(16, dim))

    def forward(self, ids):
        return self.body(self.embed(ids).mean(1))


class TokenLearner(nn.Module):
    def __init__(self, encoder, token):
        super().__init__()
        self.encoder, self.token = [encoder], token
        start = encoder.embed.weight[token].detach().clone()  #! decoy
        self.vector = nn.Parameter(start)

    def forward(self, ids):
        encoder = self.encoder[0]
        encoder.embed.weight.data[self.token] = self.vector  #~ detached-tensor|untracked-write
        return encoder(ids)
