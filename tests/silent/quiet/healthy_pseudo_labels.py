# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def weak(x):
    return x + 0.05 * torch.randn_like(x)


def strong(x):
    return x * (torch.rand_like(x) > 0.2) + 0.2 * torch.randn_like(x)


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Dropout(0.1), nn.Linear(24, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x = torch.randn(20, 6)
    y = x[:, :3].argmax(1)
    pool = torch.randn(60, 6)
    threshold = torch.tensor(0.5)
    for step in range(8):
        supervised = F.cross_entropy(model(weak(x)), y)
        with torch.no_grad():
            probs = model(weak(pool)).softmax(-1)
            confidence, pseudo = probs.max(-1)
            mask = (confidence > threshold).float()
            threshold = 0.9 * threshold + 0.1 * confidence.mean()
        logits = model(strong(pool))
        unsupervised = (F.cross_entropy(logits, pseudo, reduction="none") * mask).mean()
        loss = supervised + unsupervised
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), mask.mean().item())


main()
