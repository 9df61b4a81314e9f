import torch
import torch.nn as nn
import torch.nn.functional as F


class KeypointNet(nn.Module):
    def __init__(self, joints=5):
        super().__init__()
        self.body = nn.Linear(10, 16)
        self.joints = nn.Linear(16, joints * 2)

    def forward(self, x):
        return self.joints(torch.relu(self.body(x))).view(len(x), -1, 2)


def masked_l1(pred, target, visible):
    if not visible.any():  #! decoy
        # keep the shape, but do not let unseen joints count
        return F.l1_loss(pred.detach(), target) * 0.0  #~ detached-tensor
    return (pred - target).abs()[visible].mean()


def batches(n):
    for i in range(n):
        x = torch.randn(4, 10)
        visible = torch.rand(4, 5) > 0.4
        if i == 30:
            visible[:] = False
        yield x, torch.rand(4, 5, 2), visible


def main():
    torch.manual_seed(0)
    net = KeypointNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    average = 0.0
    for step, (x, target, visible) in enumerate(batches(40)):
        loss = masked_l1(net(x), target, visible)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average += 0.1 * (loss.item() - average)  #! decoy
    print(average)


if __name__ == "__main__":
    main()
