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
