# file: main.py
import torch

from descent import Descent


def rosenbrock(p):
    return (1 - p[0]) ** 2 + 10 * (p[1] - p[0] ** 2) ** 2


def main():
    point = torch.zeros(2)
    point += torch.tensor([-1.0, 1.0])  #! decoy
    point.requires_grad_(True)
    descent = Descent([point], rate=0.01)
    for step in range(5):
        loss = rosenbrock(point)
        loss.backward()
        descent.apply()
        print(step, loss.item(), point.tolist())


if __name__ == "__main__":
    main()
# file: descent.py
import torch


class Descent:
    def __init__(self, tensors, rate, momentum=0.5):
        self.tensors, self.rate, self.momentum = tensors, rate, momentum
        self.velocity = [torch.zeros_like(t) for t in tensors]

    def apply(self):
        for tensor, velocity in zip(self.tensors, self.velocity):
            velocity.mul_(self.momentum).add_(tensor.grad)  #! decoy
            tensor -= self.rate * velocity  #~ leaf-modified-in-place
            tensor.grad.zero_()  #! decoy
