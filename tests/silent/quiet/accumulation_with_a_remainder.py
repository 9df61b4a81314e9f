# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def loader():
    g = torch.Generator().manual_seed(0)
    x = torch.randn(72, 5, generator=g)
    return DataLoader(TensorDataset(x, x.sum(1, keepdim=True)), batch_size=8)


def main(epochs=3, every=4):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 16), nn.GELU(), nn.Linear(16, 1))
    opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
    data = loader()
    for epoch in range(epochs):
        total = 0.0
        opt.zero_grad()
        for i, (x, y) in enumerate(data):
            loss = F.mse_loss(model(x), y)
            (loss / every).backward()
            total += loss.detach()
            if (i + 1) % every == 0 or i + 1 == len(data):
                nn.utils.clip_grad_norm_(model.parameters(), 5.0)
                opt.step()
                opt.zero_grad()
        print(epoch, f"{total.item() / len(data):.4f}")


if __name__ == "__main__":
    main()
