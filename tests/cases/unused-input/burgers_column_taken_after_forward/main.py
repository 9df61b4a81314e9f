import torch

from pinn.net import Surrogate
from pinn.problem import Burgers


def main():
    torch.manual_seed(0)
    net, problem = Surrogate(), Burgers(viscosity=0.02)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    for epoch in range(3):
        loss = problem.residual(net).pow(2).mean() + problem.initial(net).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
