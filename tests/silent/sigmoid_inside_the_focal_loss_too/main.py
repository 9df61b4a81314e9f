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
