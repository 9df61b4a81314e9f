# file: main.py
import torch
import torch.nn as nn

from mixed import Mixed


def main(steps=10):
    torch.manual_seed(0)
    mixed = Mixed(nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2)))
    for step in range(steps):
        x = torch.randn(16, 8)
        loss = mixed.step(x, (x[:, 0] > 0).long())
        if step % 3 == 0:
            print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
# file: mixed.py
import torch
import torch.nn.functional as F


class Mixed:
    def __init__(self, net):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=65536.0)

    def step(self, x, y):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.cross_entropy(self.net(x).float(), y)
        self.opt.zero_grad()  #! decoy
        self.scaler.scale(loss)  #~ scaler-order
        loss.backward()  #~ scaler-order
        self.scaler.step(self.opt)  #~ scaler-order
        self.scaler.update()
        return loss.item()
