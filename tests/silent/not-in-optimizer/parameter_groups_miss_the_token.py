# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from vit import TinyViT


def configure(model, lr=3e-3, decay=0.1):
    """Weight decay for matrices only, as usual."""
    with_decay, without = [], []
    for module in model.modules():
        if isinstance(module, (nn.Linear, nn.MultiheadAttention)):
            for name, p in module.named_parameters(recurse=False):
                (without if name.endswith("bias") else with_decay).append(p)
        elif isinstance(module, (nn.LayerNorm, nn.Embedding)):  #~ not-in-optimizer
            without.extend(module.parameters(recurse=False))
    groups = [{"params": with_decay, "weight_decay": decay}, {"params": without, "weight_decay": 0.0}]  #~ not-in-optimizer
    return torch.optim.AdamW(groups, lr=lr)  #~ not-in-optimizer


def main():
    torch.manual_seed(0)
    model = TinyViT()
    optimizer = configure(model)
    patches = torch.randn(24, 4, 6)
    label = patches[:, 0, :2].argmax(1)
    for epoch in range(5):
        loss = F.cross_entropy(model(patches), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: vit.py
import torch
import torch.nn as nn


class TinyViT(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.patch = nn.Linear(6, dim)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos_embed = nn.Parameter(torch.randn(1, 5, dim) * 0.02)
        self.block = nn.TransformerEncoderLayer(dim, 2, 32, dropout=0.0, batch_first=True)
        self.head = nn.Linear(dim, 2)

    def forward(self, patches):
        x = self.patch(patches)
        x = torch.cat([self.cls_token.expand(len(x), -1, -1), x], dim=1) + self.pos_embed
        return self.head(self.block(x)[:, 0])
