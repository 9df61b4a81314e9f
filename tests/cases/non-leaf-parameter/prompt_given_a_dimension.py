# file: main.py
import torch
from torch import nn

from prompts import Prompt


def main():
    torch.manual_seed(0)
    body = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).requires_grad_(False)
    prompt = Prompt(3, 8)
    optimizer = torch.optim.Adam(prompt.parameters(), lr=0.01)  #! decoy
    for step in range(3):
        tokens = torch.randn(4, 5, 8)
        loss = body(prompt(tokens)).mean(1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: prompts.py
import torch
from torch import nn


def soft_tokens(number, dim):
    tokens = nn.Parameter(torch.randn(number, dim) / dim)
    return tokens.unsqueeze(0)  #~ non-leaf-parameter


class Prompt(nn.Module):
    def __init__(self, number, dim):
        super().__init__()
        self.tokens = soft_tokens(number, dim)  #! decoy

    def forward(self, tokens):
        return torch.cat([self.tokens.expand(len(tokens), -1, -1), tokens], dim=1)
