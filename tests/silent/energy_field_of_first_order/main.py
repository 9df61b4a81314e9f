import torch
import torch.nn.functional as F

from hnn import Hamiltonian


def main():
    torch.manual_seed(0)
    net = Hamiltonian()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        q, p = torch.randn(32, 1), torch.randn(32, 1)
        state = torch.cat([q, p], 1)
        motion = torch.cat([p, -q.sin()], 1)
        field, friction = net(state)
        loss = F.mse_loss(field - friction, motion)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
