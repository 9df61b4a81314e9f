import torch
import torch.nn as nn

from survival import GammaSurvival


def main():
    torch.manual_seed(0)
    model = GammaSurvival(4)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        x, time, seen = torch.randn(10, 4), torch.rand(10) + 0.1, torch.rand(10) > 0.5
        loss = model.loss(x, time, seen) + 1e-3 * sum(p.pow(2).sum() for p in model.parameters())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
