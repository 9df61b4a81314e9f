# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.depth = nn.Linear(16, 1)
        self.normals = nn.Linear(16, 3)

    def forward(self, x):
        h = self.body(x)
        return self.depth(h), self.normals(h)


def optimizers_of(model):
    return {
        "depth": torch.optim.Adam([*model.body.parameters(), *model.depth.parameters()], lr=1e-3),
        "normals": torch.optim.Adam([*model.body.parameters(), *model.depth.parameters()], lr=3e-4),  #~ not-in-optimizer
    }


def main():
    torch.manual_seed(0)
    model = Tasks()
    optimizers = optimizers_of(model)
    for step in range(12):
        x = torch.randn(32, 8)
        depth, normals = model(x)
        losses = {"depth": F.mse_loss(depth, x[:, :1]), "normals": F.mse_loss(normals, x[:, 1:4])}
        name = ("depth", "normals")[step % 2]
        model.zero_grad()
        losses[name].backward()
        optimizers[name].step()
    print(losses)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Two heads; each task has an optimizer that holds the body and its own head. Slow weights follow from time to time.


class Tasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.depth = nn.Linear(16, 1)
        self.normals = nn.Linear(16, 3)

    def forward(self, x):
        h = self.body(x)
        return self.depth(h), self.normals(h)


def main():
    torch.manual_seed(0)
    model = Tasks()
    depth_step = torch.optim.Adam([*model.body.parameters(), *model.depth.parameters()], lr=1e-3)
    normals_step = torch.optim.Adam([*model.body.parameters(), *model.normals.parameters()], lr=3e-4)
    slow = [p.detach().clone() for p in model.parameters()]
    for step in range(12):
        x = torch.randn(32, 8)
        depth, normals = model(x)
        optimizer, loss = (
            (normals_step, F.mse_loss(normals, x[:, 1:4])) if step % 2 else (depth_step, F.mse_loss(depth, x[:, :1]))
        )
        model.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 5 == 4:
            with torch.no_grad():
                for kept, p in zip(slow, model.parameters()):
                    kept.lerp_(p, 0.5)
                    p.copy_(kept)
    print(loss.item())


main()
