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
