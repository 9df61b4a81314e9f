import torch
import torch.nn as nn


class WarmScale(nn.Module):
    """Fades a branch in over the first steps."""

    def __init__(self, warmup=10):
        super().__init__()
        self.warmup = warmup
        self.steps = nn.Parameter(torch.zeros(1))
        self.register_buffer("calls", torch.zeros(1))

    def forward(self, x):
        self.calls += 1  #! decoy
        if self.training:
            self.steps += 1  #~ leaf-modified-in-place
        return x * (self.steps / self.warmup).clamp(max=1.0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Linear(5, 1)
        self.extra = nn.Sequential(nn.Linear(5, 16), nn.ReLU(inplace=True), nn.Linear(16, 1))  #! decoy
        self.fade = WarmScale()

    def forward(self, x):
        out = self.base(x)
        out += self.fade(self.extra(x))  #! decoy
        return out.squeeze(-1)


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with torch.no_grad():
        print("start", model(torch.zeros(2, 5)))
    for step in range(3):
        x = torch.randn(8, 5)
        loss = (model(x) - x[:, 0].abs()).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
