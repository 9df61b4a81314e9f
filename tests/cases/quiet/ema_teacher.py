import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class EMA:
    def __init__(self, model, decay=0.99):
        self.model = copy.deepcopy(model).eval()
        self.decay = decay
        for p in self.model.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        for old, new in zip(self.model.parameters(), model.parameters()):
            old.mul_(self.decay).add_(new.data, alpha=1 - self.decay)


def main():
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(5, 9), nn.Tanh(), nn.Linear(9, 3))
    ema = EMA(student)
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-3)
    for step in range(40):
        x = torch.randn(8, 5)
        soft = ema.model(x + 0.1 * torch.randn_like(x)).softmax(dim=-1)
        confident = (soft.max(dim=-1).values > 0.3).float()
        loss = (F.cross_entropy(student(x), soft, reduction="none") * confident).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        ema.update(student)
    print(loss.item(), confident.mean().item())


if __name__ == "__main__":
    main()
