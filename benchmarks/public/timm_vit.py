"""A vision transformer with rates for each layer: after timm."""

import timm
import torch
from timm.optim import create_optimizer_v2

torch.manual_seed(0)
model = timm.create_model(
    "vit_tiny_patch16_224", img_size=32, patch_size=8, num_classes=4, depth=2, embed_dim=48, num_heads=3
)
optimizer = create_optimizer_v2(model, opt="adamw", lr=1e-3, weight_decay=0.05, layer_decay=0.75)
for step in range(8):
    x, y = torch.rand(8, 3, 32, 32), torch.randint(0, 4, (8,))
    loss = torch.nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
