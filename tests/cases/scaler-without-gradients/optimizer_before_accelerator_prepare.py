import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Accelerator:
    """Readies a model for a device and scales its gradients."""

    def __init__(self):
        self.scaler = torch.amp.GradScaler("cpu")

    def prepare(self, model, optimizer):
        replica = copy.deepcopy(model)  #~ scaler-without-gradients|copied-tensor
        for module in replica.modules():
            if isinstance(module, nn.ReLU):
                module.inplace = True  #! decoy
        return replica, Prepared(optimizer, self.scaler)

    def backward(self, loss):
        self.scaler.scale(loss).backward()  #! decoy


class Prepared:
    def __init__(self, optimizer, scaler):
        self.optimizer, self.scaler = optimizer, scaler

    def zero_grad(self):
        self.optimizer.zero_grad(set_to_none=True)  #! decoy

    def step(self):
        self.scaler.step(self.optimizer)
        self.scaler.update()


def loader(n):
    for _ in range(n):
        x = torch.randn(8, 5)
        yield {"x": x, "y": (x[:, 0] > 0).long()}


def main():
    torch.manual_seed(0)
    accelerator = Accelerator()
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 2))
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)  #~ scaler-without-gradients
    model, optimizer = accelerator.prepare(net, optimizer)  #~ scaler-without-gradients
    for batch in loader(3):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(batch["x"]), batch["y"])
        accelerator.backward(loss)
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
