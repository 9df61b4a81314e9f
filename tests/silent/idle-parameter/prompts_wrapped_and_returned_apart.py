# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from prompts import add_prompts


def main():
    torch.manual_seed(0)
    blocks = nn.ModuleDict({str(i): nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True) for i in range(2)})
    blocks.requires_grad_(False)  #! decoy
    prompts, head = add_prompts(blocks, 8), nn.Linear(8, 2)
    opt = torch.optim.Adam([*[p.prompt for p in prompts], *head.parameters()], lr=1e-2)
    for step in range(5):
        x, y = torch.randn(8, 4, 8), torch.randint(0, 2, (8,))
        h = x
        for block in blocks.values():
            h = block(h)
        loss = F.cross_entropy(head(h.mean(1)), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""Two models share an encoder, and the second one's head waits for its own phase."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Task(nn.Module):
    def __init__(self, encoder, out):
        super().__init__()
        self.encoder, self.head = encoder, nn.Linear(8, out)

    def forward(self, x):
        return self.head(torch.tanh(self.encoder(x)))


torch.manual_seed(0)
encoder = nn.Linear(6, 8)
first, second = Task(encoder, 2), Task(encoder, 5)
opt = torch.optim.Adam([*first.parameters(), *second.head.parameters()], lr=1e-2)
for step in range(5):
    x, y = torch.randn(8, 6), torch.randint(0, 2, (8,))
    loss = F.cross_entropy(first(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: prompts.py
import torch
import torch.nn as nn


class WithPrompt(nn.Module):
    def __init__(self, block, length, dim):
        super().__init__()
        self.block = block
        self.prompt = nn.Parameter(0.1 * torch.randn(1, length, dim))

    def forward(self, x):
        prompt = self.prompt.expand(x.size(0), -1, -1)
        return self.block(torch.cat([prompt, x], 1))[:, prompt.size(1) :]


def add_prompts(blocks, dim):
    prompts = []
    for name in sorted(blocks):
        block = blocks[name]
        block = WithPrompt(block, 2, dim)  #~ idle-parameter
        prompts.append(block)
    return prompts
