import torch
import torch.nn.functional as F

from potential import PairPotential, energy_and_forces


def main():
    torch.manual_seed(0)
    model = PairPotential()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        pos, truth = 2 * torch.randn(5, 3), torch.randn(5, 3)
        energy, forces = energy_and_forces(model, pos)
        loss = F.mse_loss(forces, truth) + 0.01 * energy ** 2
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
