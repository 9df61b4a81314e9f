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
        elif isinstance(module, (nn.LayerNorm, nn.Embedding)):
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
