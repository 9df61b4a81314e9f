# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, 16), nn.Linear(16, width)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))


def bias_terms(model):
    """Fine-tuning of the biases alone; all else keeps its pretrained values."""
    return [p for name, p in model.named_parameters() if name.endswith("bias")]


torch.manual_seed(0)
model = nn.Sequential(Block(6), Block(6), nn.Linear(6, 2))
optimizer = torch.optim.AdamW(bias_terms(model), lr=1e-2)
x, y = torch.randn(20, 6), torch.randint(2, (20,))
for _ in range(6):
    loss = F.cross_entropy(model(x), y)
    model.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
