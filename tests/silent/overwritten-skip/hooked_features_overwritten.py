# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from taps import Taps


class Student(nn.Module):
    def __init__(self, c=6):
        super().__init__()
        self.first, self.second = nn.Conv2d(1, c, 3, padding=1), nn.Conv2d(c, c, 3, padding=1)
        self.act = nn.LeakyReLU(0.1, inplace=True)
        self.head = nn.Linear(c, 2)

    def forward(self, x):
        h = self.act(self.first(x))  #~ overwritten-skip
        h = self.act(self.second(h))  #~ overwritten-skip
        return self.head(h.mean((2, 3)))


def main(steps=6):
    torch.manual_seed(0)
    student = Student()
    taps = Taps(student.first, student.second)
    opt = torch.optim.Adam(student.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.rand(4, 1, 6, 6)
        logits = student(x)
        loss = F.cross_entropy(logits, torch.randint(0, 2, (4,))) + 0.1 * taps.spread()  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from taps import Taps


def main(steps=6):
    """Put aside after the activation, and activations in place whose inputs nobody keeps."""
    torch.manual_seed(0)
    conv, act, head = nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(inplace=True), nn.Linear(6, 2)
    taps, kept = Taps(act), []
    opt = torch.optim.Adam([*conv.parameters(), *head.parameters()], lr=1e-2)
    for step in range(steps):
        x = torch.rand(4, 1, 6, 6)
        h = act(conv(x))
        kept = [h]
        logits = head(h.mean((2, 3)))
        loss = F.cross_entropy(logits, torch.randint(0, 2, (4,))) + 0.1 * taps.spread() + 0.1 * kept[0].mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: taps.py
class Taps:
    """What some layers return, before their activation."""

    def __init__(self, *layers):
        self.seen = {}
        for number, layer in enumerate(layers):
            layer.register_forward_hook(lambda module, args, out, number=number: self.seen.update({number: out}))  #! decoy

    def spread(self):
        return sum(out.var() for out in self.seen.values())
