# file: main.py
import torch
import torch.nn as nn

from heads import MultiHead
from objective import objective


def main(steps=8):
    torch.manual_seed(0)
    model = MultiHead()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = objective(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: heads.py
import torch.nn as nn


class MultiHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.main = nn.Linear(16, 3)
        self.aux = nn.Linear(16, 1)

    def forward(self, x):
        h = self.body(x)
        return self.main(h), self.aux(h)  #! decoy
# file: objective.py
import torch.nn.functional as F


def objective(outputs, x, weight=0.3):
    logits, aux = outputs
    loss = F.cross_entropy(logits, x[:, :3].argmax(1))
    loss = +weight * F.mse_loss(aux, x[:, :1])  #~ loss-left-out|idle-parameter|unused-parameters|never-connected|unused-result
    return loss
