import torch
import torch.nn.functional as F

from render import Surface


def rays(n, x):
    origin = torch.stack([x + 0.1 * torch.randn(n), 0.1 * torch.randn(n), torch.full((n,), -3.0)], -1)
    return origin, torch.tensor([0.0, 0.0, 1.0]).expand(n, 3)


def main():
    torch.manual_seed(0)
    ball = Surface()
    opt = torch.optim.Adam(ball.parameters(), lr=1e-2)
    for step, x in enumerate([0.0, 0.1, 0.3, 2.5]):
        origin, direction = rays(8, x)
        with torch.no_grad():  #! decoy
            target = Surface().shade(origin, direction)
        loss = F.mse_loss(ball.shade(origin, direction), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
