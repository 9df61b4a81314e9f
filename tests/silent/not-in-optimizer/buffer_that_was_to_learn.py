# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from prompt import Prompted


def main(steps=8):
    torch.manual_seed(0)
    model = Prompted(classes=3)
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 8)
        loss = F.cross_entropy(model(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: prompt.py
import torch
import torch.nn as nn


class Prompted(nn.Module):
    def __init__(self, classes, dim=8, length=2):
        super().__init__()
        self.register_buffer("context", torch.randn(length, dim, requires_grad=True))  #~ not-in-optimizer|unregistered-module|idle-parameter|gradient-piled-up
        self.register_buffer("names", torch.randn(classes, dim))  #! decoy
        self.text = nn.Linear(dim, dim)

    def forward(self, x):
        classes = self.text(self.context.mean(0) + self.names)
        return x @ classes.T
