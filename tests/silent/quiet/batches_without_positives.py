# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(6, 12)
        self.objectness, self.box = nn.Linear(12, 1), nn.Linear(12, 4)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.objectness(h).squeeze(1), self.box(h)


def loss_of(scores, boxes, positive, wanted):
    mask = positive.unsqueeze(1).float()
    regression = (F.smooth_l1_loss(boxes, wanted, reduction="none") * mask).sum()
    return F.binary_cross_entropy_with_logits(scores, positive.float()) + regression / positive.sum().clamp(min=1)


torch.manual_seed(0)
model = Detector()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(9):
    x, wanted = torch.randn(10, 6), torch.randn(10, 4)
    positive = torch.zeros(10, dtype=torch.bool)
    if step % 3 == 2:
        positive[:3] = True
    loss = loss_of(*model(x), positive, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
