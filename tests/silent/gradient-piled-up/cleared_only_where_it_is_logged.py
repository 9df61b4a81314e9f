# file: main.py
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
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=24, every=4):
    """Accumulation that clears after its step, and a warm-up of single steps before it."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(16, 6)
        passes = 1 if step < 6 else every
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long()) / passes
        loss.backward()
        if (step + 1) % passes == 0:
            opt.step()
            opt.zero_grad()
            print(step, loss.item())


main()
# file: distil.py
import torch
import torch.nn.functional as F


class DistilLoop:
    def __init__(self, student, teacher, temperature=2.0, log_every=10):
        self.student, self.teacher = student, teacher
        self.t, self.log_every = temperature, log_every
        self.opt = torch.optim.SGD(student.parameters(), lr=0.05)

    def loss(self, x):
        with torch.no_grad():  #! decoy
            soft = F.softmax(self.teacher(x) / self.t, -1)
        return F.kl_div(F.log_softmax(self.student(x) / self.t, -1), soft, reduction="batchmean") * self.t**2

    def step(self, step, x):
        loss = self.loss(x)
        loss.backward()  #~ gradient-piled-up
        self.opt.step()
        if step % self.log_every == 0:
            print(step, round(loss.item(), 4))
            self.opt.zero_grad()  #~ gradient-piled-up
