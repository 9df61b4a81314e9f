# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def batches(x, y, size):
    order = torch.randperm(len(x))
    for i in range(0, len(x), size):
        yield x[order[i : i + size]], y[order[i : i + size]]


def main():
    torch.manual_seed(0)
    x = torch.randn(60, 4)
    y = (x[:, 0] > x[:, 1]).long()
    net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 2))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for epoch in range(6):
        right = 0
        for past, label in batches(x, y, 10):
            logits = net(past)
            loss = F.cross_entropy(logits, label)
            right += (logits.argmax(1) == label).sum().item()
        optimizer.zero_grad()
        loss.backward()  #~ skipped-batches
        optimizer.step()
        print(epoch, right / len(x), f"{loss:.3f}")


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# A sequence is read step by step, and what counts is the loss after its last step; then the best of a few draws is
# taken, whichever it is.


def main():
    torch.manual_seed(0)
    cell, out = nn.GRUCell(3, 8), nn.Linear(8, 1)
    optimizer = torch.optim.AdamW([*cell.parameters(), *out.parameters()], lr=1e-2)
    for epoch in range(6):
        x = torch.randn(7, 16, 3)
        h = torch.zeros(16, 8)
        for frame in x:
            h = cell(frame, h)
            loss = F.mse_loss(out(h), x.mean(0)[:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for epoch in range(6):
        best = None
        for start in torch.randn(4, 16, 8):
            loss = F.mse_loss(out(cell(torch.ones(16, 3), start)), torch.ones(16, 1))
            if best is None or loss < best:
                best = loss
        optimizer.zero_grad()
        best.backward()
        optimizer.step()
    print(loss.item())


main()
