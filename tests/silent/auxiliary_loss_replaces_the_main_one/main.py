import torch
import torch.nn as nn

from heads import MultiHead
from objective import objective


def main(steps=8):
    torch.manual_seed(0)
    model = MultiHead()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        loss = objective(model(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
