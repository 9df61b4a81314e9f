# file: main.py
import torch
import torch.nn as nn

from focal import focal_loss


class Detector(nn.Module):
    def __init__(self, hidden=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, hidden), nn.ReLU())
        self.score = nn.Linear(hidden, 1)

    def forward(self, x):
        return torch.sigmoid(self.score(self.body(x)))  #~ double-activation


def main(steps=15):
    torch.manual_seed(0)
    model = Detector()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(32, 6)
        loss = focal_loss(model(x), (x[:, :1] > 1).float())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: focal.py
import torch


def focal_loss(logits, y, gamma=2.0, alpha=0.25):
    p = torch.sigmoid(logits).clamp(1e-6, 1 - 1e-6)  #~ double-activation
    pt = p * y + (1 - p) * (1 - y)
    a = alpha * y + (1 - alpha) * (1 - y)
    return -(a * (1 - pt) ** gamma * pt.log()).mean()  #! decoy
