import numpy as np
import torch
import torch.nn as nn


class Ensemble(nn.Module):
    def __init__(self, members=3):
        super().__init__()
        self.members = nn.ModuleList(nn.Linear(6, 2) for _ in range(members))

    def forward(self, x):
        total = np.zeros((len(x), 2), dtype=np.float32)
        for member in self.members:
            total += member(x).softmax(dim=1).detach().numpy()  #~ left-torch|detached-tensor
        total /= len(self.members)
        return torch.from_numpy(total)


def main():
    torch.manual_seed(0)
    x = torch.randn(20, 6)
    y = (x.sum(dim=1) > 0).long()  #! decoy
    model = Ensemble()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        p = model(x)
        loss = nn.functional.nll_loss((p + 1e-6).log(), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), np.mean(p.argmax(1).numpy() == y.numpy()))  #! decoy


if __name__ == "__main__":
    main()
