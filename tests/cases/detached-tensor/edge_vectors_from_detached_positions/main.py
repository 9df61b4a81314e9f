import torch
import torch.nn.functional as F

from molecule import EnergyModel


def main():
    torch.manual_seed(0)
    model = EnergyModel()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        pos = torch.randn(6, 3, requires_grad=True)
        kind = torch.randint(0, 3, (6,))
        energy = model(kind, pos)
        (g,) = torch.autograd.grad(energy, pos, create_graph=True)
        loss = F.mse_loss(-g, -pos.detach()) + energy.pow(2) * 1e-3  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
