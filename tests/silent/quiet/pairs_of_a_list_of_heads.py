# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=8):
    """Every pair of a list, each with itself too; a list whose members are activated one by one; half of an error."""
    torch.manual_seed(0)
    body = nn.ModuleList(nn.Linear(6, 4) for _ in range(3))
    act, head = nn.ReLU(inplace=True), nn.Linear(4, 1)
    opt = torch.optim.Adam([*body.parameters(), *head.parameters()], lr=1e-2)
    for step in range(steps):
        opt.zero_grad()
        for part in torch.randn(24, 6).split(6):
            outs = [layer(part) for layer in body]
            outs = [act(out) for out in outs]
            apart = sum((one - two).pow(2).mean() for one in outs for two in outs)
            guess = sum(head(out) for out in outs)
            loss = F.mse_loss(guess - 0.01 * apart, part[:, :1]) / 2
            loss.backward()
        opt.step()
        sizes = [p.grad.detach_().norm().item() for p in head.parameters()]
        print(step, f"{loss.item():.4f} {max(sizes):.4f}")


if __name__ == "__main__":
    main()
