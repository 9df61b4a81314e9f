# file: main.py
import torch
import torch.nn.functional as F

from model import Classifier
from smoothing import smoothed


def main(steps=12):
    torch.manual_seed(0)
    net = Classifier()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = smoothed(net(x), x[:, :4].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: model.py
import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self, hidden=16, classes=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, hidden), nn.ReLU())
        self.head = nn.Sequential(nn.Linear(hidden, classes), nn.Softmax(dim=-1))  #~ double-activation

    def forward(self, x):
        return self.head(self.body(x))  #~ double-activation
# file: smoothing.py
import torch.nn.functional as F


def smoothed(logits, y, eps=0.1):
    logp = F.log_softmax(logits, dim=-1)  #~ double-activation
    hard = -logp.gather(1, y.unsqueeze(1)).squeeze(1)  #! decoy
    return ((1 - eps) * hard - eps * logp.mean(-1)).mean()
