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
