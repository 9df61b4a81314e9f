# file: main.py
import torch
import torch.nn as nn

from penalties import orthogonality, weight_decay


def spirals(n):
    t = torch.rand(n) * 6
    side = torch.randint(0, 2, (n,))
    angle = t + side * 3.14
    return torch.stack([t * angle.cos(), t * angle.sin()], dim=1), side


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(inplace=True), nn.Linear(16, 16), nn.ReLU(inplace=True), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02, momentum=0.9)
    x, y = spirals(60)
    regulariser = 1e-3 * weight_decay(model) + 1e-2 * orthogonality(model)  #~ backward-twice
    for epoch in range(3):
        order = torch.randperm(60)
        for rows in order.split(20):
            data_loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
            loss = data_loss + regulariser
            optimizer.zero_grad()
            loss.backward()  #! decoy
            optimizer.step()
        print(epoch, data_loss.item())


if __name__ == "__main__":
    main()
# file: penalties.py
import torch


def matrices(model):
    return [p for p in model.parameters() if p.dim() == 2]


def weight_decay(model):
    return sum(p.pow(2).sum() for p in matrices(model))


def orthogonality(model):
    total = torch.zeros(())
    for p in matrices(model):
        gram = p.t() @ p
        total += (gram - torch.eye(len(gram))).pow(2).mean()  #! decoy
    return total
