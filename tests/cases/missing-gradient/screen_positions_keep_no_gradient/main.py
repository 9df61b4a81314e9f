import torch
import torch.nn as nn
import torch.nn.functional as F

from splat import Splats


def main():
    torch.manual_seed(0)
    splats = Splats(20)
    opt = torch.optim.Adam(splats.parameters(), lr=1e-2)
    goal = torch.rand(8, 8)
    moved = torch.zeros(20)
    for step in range(4):
        image, screen = splats.render(8)
        loss = F.l1_loss(image, goal)
        opt.zero_grad()
        loss.backward()
        with torch.no_grad():  #! decoy
            moved += screen.grad.norm(dim=-1)  #~ missing-gradient
        opt.step()
        print(step, loss.item(), moved.max().item())


main()
