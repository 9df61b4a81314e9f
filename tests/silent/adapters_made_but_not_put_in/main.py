import torch
import torch.nn as nn
import torch.nn.functional as F

from lora import inject


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q_proj, self.v_proj, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        return self.out(torch.tanh(self.q_proj(x)) * self.v_proj(x))


def main():
    torch.manual_seed(0)
    net = nn.Sequential(Block(8), Block(8))
    adapters = inject(net, ["q_proj", "v_proj"])
    head = nn.Linear(8, 3)
    opt = torch.optim.AdamW([*[p for a in adapters for p in a.parameters() if p.requires_grad], *head.parameters()], lr=1e-2)
    for step in range(5):
        x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
        loss = F.cross_entropy(head(net(x)), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
