import torch

from aligned import Aligner


def main(steps=8):
    torch.manual_seed(0)
    model = Aligner()
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 5)
        loss = model.loss(x, x[:, :1])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
