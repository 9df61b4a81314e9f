# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Every seventh batch is spoilt: its gradients are cleared, and no step follows.


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(42):
        x = torch.randn(16, 5) * (40 if step % 7 == 6 else 1)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        loss.backward()
        if loss.item() < 100:
            optimizer.step()
        optimizer.zero_grad()
    print(loss.item())


main()
