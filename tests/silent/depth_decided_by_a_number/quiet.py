import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=8):
    """Decides by numbers, and what it decides by is trained by the loss."""
    torch.manual_seed(0)
    net, confidence = nn.Linear(5, 5), nn.Linear(5, 1)
    opt = torch.optim.Adam([*net.parameters(), *confidence.parameters()], lr=1e-2)
    best = 9.0
    for step in range(steps):
        x = torch.randn(16, 5)
        sure = torch.sigmoid(confidence(x))
        out = sure * net(x)
        if sure.mean().item() < 0.5:
            out = out + x
        loss = F.mse_loss(out, x)
        value = loss.item()
        if value < best:
            best = value
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{best:.4f}")


if __name__ == "__main__":
    main()
