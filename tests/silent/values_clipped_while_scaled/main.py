import torch
import torch.nn as nn

from amp import Mixed


def main(steps=12):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv1d(2, 8, 3, padding=1), nn.ReLU(), nn.Conv1d(8, 3, 3, padding=1))
    mixed = Mixed(net)
    for step in range(steps):
        x = torch.randn(8, 2, 16)
        y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()  #! decoy
        loss = mixed.step(x, y)
        if step % 4 == 0:
            print(step, round(loss, 4))


if __name__ == "__main__":
    main()
