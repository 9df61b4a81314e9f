# file: main.py
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
# file: sim/__init__.py
# file: sim/ball.py
class Ball:
    def __init__(self, position, velocity):
        self.position = position
        self.velocity = velocity

    def move(self, dt):
        self.position = self.position + dt * self.velocity

    def height(self):
        return self.position[1].item()  #! decoy
# file: sim/world.py
import torch


class World:
    def __init__(self, floor, wall, dt=0.5):
        self.floor, self.wall, self.dt = floor, wall, dt

    def play(self, ball, ticks):
        """How far from the middle of the wall the ball hits it."""
        miss = torch.tensor(1.0)
        for _ in range(ticks):
            ball.move(self.dt)
            if ball.position[0] >= self.wall:  #~ branch-on-value
                miss = (ball.position[1] - 2.0) ** 2
                break
        return miss
