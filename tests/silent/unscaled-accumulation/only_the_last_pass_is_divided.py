# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def batches(count):
    g = torch.Generator().manual_seed(0)
    for _ in range(count):
        x = torch.randn(8, 5, generator=g)
        yield x, x.sum(1, keepdim=True)


def train(model, every=3):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    for number, (x, y) in enumerate(batches(24), 1):
        loss = F.mse_loss(model(x), y)
        last = number % every == 0
        if last:
            loss = loss / every  #~ unscaled-accumulation
        scaler.scale(loss).backward()
        if last:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()  #! decoy
            print(number, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    torch.manual_seed(0)
    train(nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, parts=3):
    """Parts of unequal length, each weighted by its share of the batch."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(20, 5)
        y = x.sum(1, keepdim=True)
        optimizer.zero_grad()
        for a, b in zip(x.split(8), y.split(8)):
            loss = F.mse_loss(model(a), b) * (len(a) / len(x))
            loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    train(nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1)))
