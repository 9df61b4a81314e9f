import torch
import torch.nn as nn
import torch.nn.functional as F

from engine.structures import Outputs
from engine.transfer import LossServer


def main():
    torch.manual_seed(0)
    heads = nn.ModuleDict({"left": nn.Linear(6, 2), "right": nn.Linear(6, 2)})
    server = LossServer("cpu", F.mse_loss)
    optimizer = torch.optim.SGD(heads.parameters(), lr=0.1)
    for step in range(3):
        x = torch.randn(4, 6)
        views = [Outputs(name, {"flow": head(x), "aux": [head(x).exp()]}, None) for name, head in heads.items()]
        loss = server.submit(views, x[:, :2])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
