import torch
import torch.nn as nn

from agent import train_on


def main(steps=8):
    torch.manual_seed(0)
    q = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 3))
    opt = torch.optim.Adam(q.parameters(), lr=1e-3)
    for step in range(steps):
        batch = torch.randn(16, 4), torch.randint(0, 3, (16,)), torch.randn(16), torch.randn(16, 4)
        loss = train_on(q, opt, *batch)
        print(step, f"{loss:.4f}")


if __name__ == "__main__":
    main()
