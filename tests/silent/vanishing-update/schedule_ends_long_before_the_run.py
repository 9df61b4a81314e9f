# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(epochs=4, batches=16):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, total_iters=epochs)
    for epoch in range(epochs):
        for _ in range(batches):
            x = torch.randn(32, 8)
            loss = F.mse_loss(model(x), x[:, :1] * x[:, 1:2])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()  #~ vanishing-update
        print(epoch, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(epochs=4, batches=16):
    """A cosine that comes back, and a body whose learning rate is taken to 0 on purpose when it has learnt."""
    torch.manual_seed(0)
    body, head = nn.Sequential(nn.Linear(8, 16), nn.Tanh()), nn.Linear(16, 1)
    optimizer = torch.optim.Adam([{"params": body.parameters()}, {"params": head.parameters()}], lr=1e-2)
    schedule = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 12)
    for epoch in range(epochs):
        for _ in range(batches):
            x = torch.randn(32, 8)
            loss = F.mse_loss(head(body(x)), x[:, :1] * x[:, 1:2])
            optimizer.zero_grad()
            loss.backward()
            if epoch > 1:
                optimizer.param_groups[0]["lr"] = 0.0
            optimizer.step()
            schedule.step()
        print(epoch, loss.item())


main()
