# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(overwrite):
    torch.__future__.set_overwrite_module_params_on_conversion(overwrite)


def main():
    torch.manual_seed(0)
    prepare(overwrite=True)
    model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  #~ stale-optimizer
    model.to(torch.float64)  #~ stale-optimizer
    x = torch.randn(20, 5, dtype=torch.float64)
    for _ in range(5):
        loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def prepare(overwrite):
    torch.__future__.set_overwrite_module_params_on_conversion(overwrite)


def main():
    torch.manual_seed(0)
    prepare(overwrite=False)
    model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.to(torch.float64)
    x = torch.randn(20, 5, dtype=torch.float64)
    for _ in range(5):
        loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
