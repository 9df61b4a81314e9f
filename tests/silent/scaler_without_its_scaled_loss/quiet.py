import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=6):
    """Scaled parts added up, a scaler that is switched off, and a loss that is scaled by hand."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    scaler, off = torch.amp.GradScaler("cpu"), torch.amp.GradScaler("cpu", enabled=False)
    for step in range(steps):
        x = torch.randn(16, 8)
        out = model(x)
        one, two = F.mse_loss(out[:, 0], x[:, 0]), F.l1_loss(out[:, 1], x[:, 1])
        optimizer.zero_grad()
        if step % 3 == 0:
            sum(scaler.scale([one, two])).backward()
            scaler.step(optimizer)
            scaler.update()
        elif step % 3 == 1:
            off.scale(one).backward()
            off.step(optimizer)
            off.update()
        else:
            ((one + two) * scaler.get_scale()).backward()
            scaler.step(optimizer)
            scaler.update()
        print(step, f"{one.item():.4f}")


if __name__ == "__main__":
    main()
