import torch
import torch.nn.functional as F

from pointnet import TinyPointNet


def clouds(gen, n=12):
    label = torch.randint(0, 3, (n,), generator=gen)
    points = torch.randn(n, 20, 3, generator=gen)
    points = points * (1 + label.view(-1, 1, 1))
    return points, label


def main(steps=20):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    model = TinyPointNet()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for step in range(steps):
        points, label = clouds(gen)
        loss = F.nll_loss(model(points), label)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
