# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=40):
    torch.manual_seed(0)
    net = nn.Linear(2, 1)
    x = torch.tensor([[2.0, 2.0], [1.5, 2.5], [-2.0, -1.5], [-2.5, -2.0]])
    y = torch.tensor([1.0, 1.0, -1.0, -1.0])
    opt = torch.optim.SGD(net.parameters(), lr=0.2)
    for step in range(steps):
        margin = y * net(x).squeeze(1)
        loss = F.relu(1 - margin).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 10 == 0:
            print(step, f"{loss.item():.4f}")
    with torch.no_grad():
        weights = net.weight.numpy()
        weights /= abs(weights).max()
    print(weights)


if __name__ == "__main__":
    main()
