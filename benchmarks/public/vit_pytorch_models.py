"""Vision transformers, one of which restores hidden patches: after vit-pytorch."""

import torch
import torch.nn.functional as F
from vit_pytorch import MAE, SimpleViT, ViT

torch.manual_seed(0)
settings = {"image_size": 32, "patch_size": 8, "num_classes": 4, "dim": 32, "depth": 2, "heads": 2, "mlp_dim": 64}
for kind in (ViT, SimpleViT):
    model = kind(**settings)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(5):
        loss = F.cross_entropy(model(torch.rand(4, 3, 32, 32)), torch.randint(0, 4, (4,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(kind.__name__, step, loss.item())
restoring = MAE(encoder=ViT(**settings), masking_ratio=0.75, decoder_dim=32, decoder_depth=1)
optimizer = torch.optim.Adam(restoring.parameters(), lr=1e-3)
for step in range(5):
    loss = restoring(torch.rand(4, 3, 32, 32))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
