import torch
import torch.nn as nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters


class Subspace(nn.Module):
    """Trains a network in a random low-dimensional subspace of its weights."""

    def __init__(self, net, dim):
        super().__init__()
        net.requires_grad_(False)  #! decoy
        self.net = net
        self.theta = nn.Parameter(torch.zeros(dim))
        start = parameters_to_vector(net.parameters()).clone()
        self.register_buffer("start", start)
        self.register_buffer("basis", torch.randn(len(start), dim) / dim ** 0.5)

    def forward(self, x):
        weights = self.start + self.basis @ self.theta
        vector_to_parameters(weights, self.net.parameters())  #~ detached-tensor
        return self.net(x)


def main():
    torch.manual_seed(0)
    model = Subspace(nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 1)), dim=5)
    optimizer = torch.optim.Adam([model.theta], lr=0.05)
    x = torch.randn(25, 4)
    y = x[:, :1] - x[:, 1:2]
    for step in range(3):
        loss = (model(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
