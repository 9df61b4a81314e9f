import torch

from potential import Potential


def forces(potential, positions):
    positions = positions.requires_grad_()  #! decoy
    energy = potential(positions)
    return -torch.autograd.grad(energy, positions, create_graph=True)[0], energy


def main():
    torch.manual_seed(0)
    potential = Potential(box=3.0)
    optimizer = torch.optim.Adam(potential.parameters(), lr=1e-3)
    for step in range(3):
        force, energy = forces(potential, 3.0 * torch.rand(6, 3))
        loss = force.pow(2).mean() + energy.pow(2)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
