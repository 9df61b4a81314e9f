# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn
torch.manual_seed(0)


class Distilled(nn.Module):
    def __init__(self):
        super().__init__()
        self.student = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
        self.teacher = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 4))

    def forward(self, x, y):
        logits = self.student(x)
        with torch.no_grad():
            soft = self.teacher(x)
        hard = F.cross_entropy(logits, y)
        return hard + F.kl_div(F.log_softmax(logits, 1), F.softmax(soft, 1), reduction="batchmean")


wrapper = Distilled()
optimizer = torch.optim.Adam(wrapper.parameters(), lr=0.01)
for step in range(20):
    x, y = torch.randn(16, 8), torch.randint(0, 4, (16,))
    loss = wrapper(x, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
