# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from smooth import Smoothed


class TwoTasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 16), nn.Tanh())
        self.a, self.b = nn.Linear(16, 1), nn.Linear(16, 3)

    def forward(self, x):
        h = self.body(x)
        return self.a(h), self.b(h)


def main(steps=40):
    torch.manual_seed(0)
    model, smooth = TwoTasks(), Smoothed()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 5)
        value, logits = model(x)
        loss = F.mse_loss(value, x[:, :1]) + F.cross_entropy(logits, x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        smooth.update(loss)
        if step % 10 == 0:
            print(step, f"{float(smooth.value):.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: smooth.py
class Smoothed:
    def __init__(self, beta=0.9):
        self.beta, self.value = beta, 0.0

    def update(self, loss):
        self.value = self.beta * self.value + (1 - self.beta) * loss  #~ growing-graph
