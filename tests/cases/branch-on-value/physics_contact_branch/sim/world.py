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
