import torch
import torch.nn as nn
import torch.nn.functional as F

from moco import MoCo


def augment(x):
    y = x + 0.1 * torch.randn_like(x)
    y *= (torch.rand_like(x) > 0.1).float()  #! decoy
    return y


def main():
    torch.manual_seed(0)
    model = MoCo(nn.Sequential(nn.Linear(12, 24), nn.ReLU(inplace=True), nn.Linear(24, 8)))
    optimizer = torch.optim.SGD(model.query.parameters(), lr=0.03)
    for step in range(5):
        x = torch.randn(8, 12)
        logits = model(augment(x), augment(x))
        loss = F.cross_entropy(logits, torch.zeros(len(x), dtype=torch.long))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
