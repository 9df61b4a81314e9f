import torch
import torch.nn as nn
import torch.nn.functional as F


class CenterHead(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.heat = nn.Conv2d(channels, 1, 1)
        self.offset = nn.Conv2d(channels, 2, 1)

    def forward(self, feat):
        heat, offset = self.heat(feat), self.offset(feat)
        ones = feat.new_ones(feat.size(0), 1, *feat.shape[2:])  #! decoy
        out = feat.new_tensor(torch.cat([heat.sigmoid(), offset, ones], dim=1))  #~ rebuilt-tensor
        return out


class Tracker(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Conv2d(3, 5, 3, padding=1)
        self.head = CenterHead(5)

    def forward(self, frame):
        return self.head(F.relu(self.backbone(frame)))


def main():
    torch.manual_seed(0)
    tracker = Tracker()
    optimizer = torch.optim.SGD(tracker.parameters(), lr=1e-2)
    for frame_no in range(3):
        frame = torch.rand(2, 3, 8, 8)
        target = torch.rand(2, 4, 8, 8)
        out = tracker(frame)
        loss = F.mse_loss(out, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        best = out[:, 0].flatten(1).argmax(dim=1)
        print(frame_no, loss.item(), best.tolist())


if __name__ == "__main__":
    main()
