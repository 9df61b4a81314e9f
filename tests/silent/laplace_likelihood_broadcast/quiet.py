import torch

from heads import Forecast


def main(steps=8):
    """The same shapes; and several samples of each, with a dimension put in for them."""
    torch.manual_seed(0)
    model = Forecast()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        past = torch.randn(12, 5, 4)
        future = past.mean((1, 2))
        several = future[:, None] + 0.1 * torch.randn(12, 6)
        loss = model.loss(past, future.unsqueeze(1)) - model(past).log_prob(several).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
