# file: main.py
import torch
import torch.nn.functional as F

from listen import Listener, clips, share


def train(student, teacher, epochs):
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)
    for epoch in range(epochs):
        for _ in range(4):
            sound, word = clips(24)
            heard = student(sound)
            hard = F.cross_entropy(heard, word)
            soft = F.kl_div(F.log_softmax(heard, 1), teacher(sound).softmax(1), reduction="batchmean")
            loss = hard + share(epoch, epochs) * soft  #! decoy
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(hard.item(), soft.item())


def main():
    torch.manual_seed(0)
    teacher = Listener(32).requires_grad_(False)
    train(Listener(8), teacher, 10)


main()
# file: listen.py
import torch
import torch.nn as nn


class Listener(nn.Sequential):
    def __init__(self, width):
        super().__init__(nn.Linear(10, width), nn.ReLU(), nn.Linear(width, 3))


def clips(n):
    sound = torch.randn(n, 10)
    return sound, sound[:, :3].argmax(1)


def share(epoch, epochs):
    """How much the teacher counts: more from epoch to epoch."""
    return 0.5 * (epoch // epochs)  #~ multiplied-by-zero
# file: quiet.py
import torch
import torch.nn.functional as F

from listen import Listener, clips


def share(epoch, epochs):
    return 0.5 * (epoch / epochs)


def from_the_last_third(epoch, third):
    return 0.5 * min(1, epoch // (2 * third))


def after_a_warm_up(step, warm_up):
    return 0.5 * max(0.0, min(1.0, (step - warm_up) / warm_up))


def train(student, teacher, weight, epochs):
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)
    step = 0
    for epoch in range(epochs):
        for _ in range(4):
            sound, word = clips(24)
            heard = student(sound)
            hard = F.cross_entropy(heard, word)
            soft = F.kl_div(F.log_softmax(heard, 1), teacher(sound).softmax(1), reduction="batchmean")
            loss = hard + weight(step, epoch, epochs) * soft
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
    print(hard.item(), soft.item())


def main():
    torch.manual_seed(0)
    teacher = Listener(32).requires_grad_(False)
    train(Listener(8), teacher, lambda step, epoch, epochs: share(epoch, epochs), 10)
    train(Listener(8), teacher, lambda step, epoch, epochs: from_the_last_third(epoch, 3), 10)
    train(Listener(8), teacher, lambda step, epoch, epochs: after_a_warm_up(step, 1000), 10)
    train(Listener(8), teacher, lambda step, epoch, epochs: 0.0, 10)


main()
