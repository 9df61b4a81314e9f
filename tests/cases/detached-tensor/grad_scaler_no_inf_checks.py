import torch
import torch.nn as nn
import torch.nn.functional as F


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(1, 6, 3, padding=1)
        self.up = nn.Conv2d(6, 2, 1)

    def forward(self, x):
        return self.up(F.relu(self.down(x)))


class DiceLoss(nn.Module):
    def __init__(self, smooth=1.0):
        super().__init__()
        self.smooth = smooth

    def forward(self, logits, target):
        prob = torch.softmax(logits.float(), dim=1)[:, 1].detach().flatten(1)  #~ detached-tensor
        truth = target.flatten(1).float()
        inter = (prob * truth).sum(dim=1)
        dice = (2 * inter + self.smooth) / (prob.sum(dim=1) + truth.sum(dim=1) + self.smooth)
        return 1 - dice.mean()


def main():
    torch.manual_seed(0)
    model = Segmenter()
    criterion = DiceLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scaler = torch.amp.GradScaler("cpu")
    for step in range(3):
        image = torch.rand(2, 1, 8, 8)
        mask = (image[:, 0] > 0.6).long()  #! decoy
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = criterion(model(image), mask)
        loss.requires_grad_(True)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        print(step, loss.item())


if __name__ == "__main__":
    main()
