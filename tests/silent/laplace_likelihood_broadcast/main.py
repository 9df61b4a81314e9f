import torch

from heads import Forecast


def main(steps=8):
    torch.manual_seed(0)
    model = Forecast()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        past = torch.randn(12, 5, 4)
        future = past.mean((1, 2))  #! decoy
        loss = model.loss(past, future)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
