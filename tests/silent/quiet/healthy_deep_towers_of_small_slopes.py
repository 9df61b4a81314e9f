# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


def tower(depth, activation, norm):
    layers = []
    for at in range(depth):
        layers += [nn.Linear(8 if at == 0 else 20, 20), *([nn.BatchNorm1d(20)] if norm else []), activation()]
    return nn.Sequential(*layers, nn.Linear(20, 3))


# Deep, and with biases whose gradients are rounding errors; with slopes that shrink from layer to layer, and still move
# every layer; and one that learns quickly what there is to learn.
towers = [tower(10, nn.ReLU, True), tower(6, nn.Tanh, False), tower(4, nn.Sigmoid, False), tower(2, nn.ReLU, False)]
for net in towers:
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for step in range(40):
        readings = torch.randn(32, 8)
        loss = nn.functional.cross_entropy(net(readings), readings[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())
