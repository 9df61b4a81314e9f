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
