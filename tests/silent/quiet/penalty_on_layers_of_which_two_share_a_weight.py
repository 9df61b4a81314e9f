# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
table, middle, out = nn.Embedding(20, 8), nn.Linear(8, 8), nn.Linear(8, 20, bias=False)
out.weight = table.weight
layers = (table, middle, nn.Linear(8, 8), out)
optimizer = torch.optim.Adam({p: None for layer in layers for p in layer.parameters()}, lr=1e-2)
for _ in range(10):
    words = torch.randint(0, 20, (16, 4))
    logits = out(layers[2](middle(table(words).mean(1)).tanh()).tanh())
    spread = sum(layer.weight.square().sum() for layer in layers)
    loss = nn.functional.cross_entropy(logits, words[:, 0]) + 1e-4 * spread
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.3f}")
