import torch
import torch.nn as nn

from distil import DistilLoop


def main(steps=30):
    torch.manual_seed(0)
    teacher = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 4)).eval().requires_grad_(False)
    student = nn.Sequential(nn.Linear(10, 8), nn.ReLU(), nn.Linear(8, 4))
    loop = DistilLoop(student, teacher)
    for step in range(steps):
        loop.step(step, torch.randn(32, 10))


if __name__ == "__main__":
    main()
