import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint_sequential


class DeepTower(nn.Module):
    def __init__(self, dim=10, depth=4, segments=2):
        super().__init__()
        layers = []
        for _ in range(depth):
            layers.append(nn.Sequential(nn.Linear(dim, dim), nn.LayerNorm(dim), nn.GELU()))
        self.layers = nn.Sequential(*layers, nn.Linear(dim, 1))
        self.segments = segments

    def forward(self, x):
        if not self.training:
            return self.layers(x)
        return checkpoint_sequential(  #~ reentrant-checkpoint
            self.layers,
            self.segments + 3,
            x,
            use_reentrant=True,
        )


def main():
    torch.manual_seed(0)
    tower = DeepTower()
    # one segment a layer, so that the last layer is all that runs outside
    head = tower.layers[-1]
    for p in head.parameters():
        p.requires_grad = False  #! decoy
    optimizer = torch.optim.Adam([p for p in tower.parameters() if p.requires_grad], lr=1e-3)
    x, y = torch.randn(16, 10), torch.randn(16, 1)
    tower.eval()
    with torch.no_grad():  #! decoy
        print("start", (tower(x) - y).pow(2).mean().item())
    tower.train()
    for step in range(3):
        loss = (tower(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
