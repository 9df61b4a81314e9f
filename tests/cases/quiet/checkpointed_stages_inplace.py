import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Stage(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(
            nn.LayerNorm(dim), nn.Linear(dim, dim), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(dim, dim)
        )

    def forward(self, x, scale):
        update = self.net(x)
        update *= scale
        return x + update


class Deep(nn.Module):
    def __init__(self, dim=8, depth=3):
        super().__init__()
        self.stages = nn.ModuleList(Stage(dim) for _ in range(depth))
        self.head = nn.Linear(dim, 1)

    def forward(self, x):
        for index, stage in enumerate(self.stages):
            x = checkpoint(stage, x, 1 / (index + 1), use_reentrant=False)
        return self.head(x).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = Deep()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    average = torch.zeros(())
    for step in range(3):
        x = torch.randn(10, 8)
        loss = (model(x) - x.norm(dim=1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        average += (loss.detach() - average) / (step + 1)
    print(average.item())


if __name__ == "__main__":
    main()
