# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from train_utils import amp_step


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cls = nn.Linear(7, 3)
        self.reg = nn.Linear(7, 1)

    def forward(self, x):
        return self.cls(x), self.reg(x).squeeze(1)


def criterion(out, labels, values, alpha=0.5):
    logits, pred = out
    parts = torch.zeros(2)
    parts[0] = F.cross_entropy(logits, labels).item()  #~ left-torch
    parts[1] = F.mse_loss(pred, values).item()  #~ left-torch
    return alpha * parts[0] + (1 - alpha) * parts[1]


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    scaler = torch.amp.GradScaler("cpu")
    for step in range(3):
        x = torch.randn(10, 7)
        loss = criterion(net(x), x[:, :3].argmax(dim=1), x.sum(dim=1))  #! decoy
        print(step, amp_step(loss, optimizer, scaler))


if __name__ == "__main__":
    main()
# file: train_utils.py
def amp_step(loss, optimizer, scaler):
    optimizer.zero_grad()
    if not loss.requires_grad:
        loss.requires_grad_(True)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss.item()  #! decoy
