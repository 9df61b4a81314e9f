import torch

from sim.ball import Ball
from sim.world import World


def main():
    torch.manual_seed(0)
    speed = torch.tensor([1.0, 0.2], requires_grad=True)
    optimizer = torch.optim.SGD([speed], lr=0.1)
    world = World(floor=0.0, wall=4.0)
    for step in range(30):
        ball = Ball(torch.tensor([0.0, 1.0]), speed)
        score = world.play(ball, ticks=10 if step < 8 else 2)
        optimizer.zero_grad()
        score.backward()
        optimizer.step()
        print(step, [round(v, 3) for v in speed.tolist()], score.item())  #! decoy


if __name__ == "__main__":
    main()
