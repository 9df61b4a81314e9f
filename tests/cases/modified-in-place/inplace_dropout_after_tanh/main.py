import torch
import torch.nn.functional as F

from model import TwoTower


def main():
    torch.manual_seed(0)
    model = TwoTower()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.train()
    for step in range(5):
        scores = model(torch.randn(6, 7), torch.randn(6, 9))
        loss = F.cross_entropy(scores / 0.1, torch.arange(6))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
