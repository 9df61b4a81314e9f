import copy
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Checkpoints of weights, of their average and of the optimizer are saved and loaded, and training goes on."""
    torch.manual_seed(0)
    x, y = torch.randn(40, 6), torch.randn(40, 1)
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
    average = copy.deepcopy(model).requires_grad_(False)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(4):
        for rows in torch.randperm(40).split(10):
            loss = F.mse_loss(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                for slow, fast in zip(average.parameters(), model.parameters(), strict=True):
                    slow.lerp_(fast, 0.1)
        file = io.BytesIO()
        states = {"model": model.state_dict(), "average": average.state_dict(), "optimizer": optimizer.state_dict()}
        torch.save({**states, "predicted": model(x).detach()}, file)
        file.seek(0)
        stored = torch.load(file)
        model.load_state_dict(stored["average"] if epoch == 1 else stored["model"])
        optimizer.load_state_dict(stored["optimizer"])
        print(epoch, F.l1_loss(stored["predicted"], y).item())


main()
