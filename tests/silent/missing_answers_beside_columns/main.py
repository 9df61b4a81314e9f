import torch
import torch.nn as nn
import torch.nn.functional as F


def of_those_who_answered(logits, label, missing):
    each = F.binary_cross_entropy_with_logits(logits, label.unsqueeze(1), reduction="none")  #! decoy
    return each.masked_fill(missing, 0.0).sum() / (~missing).sum()  #~ broadcast-loss


def main():
    torch.manual_seed(0)
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    for step in range(12):
        x = torch.randn(24, 8)
        label = (x[:, 0] > 0).float()
        missing = torch.rand(24) < 0.3
        loss = of_those_who_answered(model(x), label, missing)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
