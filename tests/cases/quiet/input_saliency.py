import torch
import torch.nn as nn


def train(model, x, y, steps=5):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def saliency(model, x):
    x = x.detach().clone().requires_grad_(True)
    score = model(x).max(dim=1).values.sum()
    score.backward()
    return x.grad.abs()


def main():
    torch.manual_seed(0)
    x = torch.randn(20, 6)
    y = (x[:, 2] > 0).long()
    model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 2))
    print(train(model, x, y))
    model.requires_grad_(False).eval()
    heat = saliency(model, x)
    print(heat.mean(dim=0).numpy().round(3))


if __name__ == "__main__":
    main()
