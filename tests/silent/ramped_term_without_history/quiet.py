import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=8):
    """A hard loss whose value is told with the gradient of a soft one, and a weight taken from another term."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        y = x[:, :3].argmax(1)
        logits = net(x)
        soft = F.cross_entropy(logits, y)
        wrong = (logits.argmax(1) != y).float().mean()
        penalty = logits.pow(2).mean()
        loss = soft + (wrong - soft).detach() + 0.1 * penalty * soft.detach()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
