# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Arm(nn.Module):
    """Where a robot's hand goes, from its joints and from what its camera sees."""

    def __init__(self, joints=5, pixels=12, d=16):
        super().__init__()
        self.see = nn.Linear(pixels, d)
        self.feel = nn.Linear(joints, d)
        self.reach = nn.Linear(d, 3)

    def forward(self, joints, picture):
        return self.reach(torch.relu(self.see(picture) + self.feel(joints)))


class Teacher:
    def __init__(self, arm):
        self.arm = arm
        seeing, feeling, reaching = [], [], []
        for name, parameter in arm.named_parameters():
            if name.startswith("see"):
                seeing.append(parameter)
            elif name.startswith("feel"):
                feeling.append(parameter)
            else:
                reaching += [parameter]  #~ not-in-optimizer
        print(len(seeing), len(feeling), len(reaching))
        slow = dict(params=seeing, lr=1e-3)
        self.opt = torch.optim.SGD([slow, {"params": feeling}], lr=1e-2)

    def lesson(self, joints, picture, goal):
        self.opt.zero_grad()
        loss = F.mse_loss(self.arm(joints, picture), goal)
        loss.backward()
        self.opt.step()
        return loss.item()  #! decoy


torch.manual_seed(0)
teacher = Teacher(Arm())
for _ in range(8):
    joints = torch.randn(20, 5)
    last = teacher.lesson(joints, torch.randn(20, 12), joints[:, :3])
print(last)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Arm(nn.Module):
    def __init__(self, joints=5, pixels=12, d=16):
        super().__init__()
        self.see = nn.Linear(pixels, d)
        self.feel = nn.Linear(joints, d)
        self.reach = nn.Linear(d, 3)

    def forward(self, joints, picture):
        return self.reach(torch.relu(self.see(picture) + self.feel(joints)))


def sorted_parameters(arm):
    group = None
    for part in (arm.see, arm.feel, arm.reach):
        if group is not None:
            yield group
        group = {"params": []}
        group["params"].extend(part.parameters())
    group = {**group, "lr": 2e-2}
    yield group


torch.manual_seed(0)
arm = Arm()
weights = [p for p in arm.parameters() if p.dim() > 1]
opt = torch.optim.SGD(sorted_parameters(arm), lr=1e-2)
for _ in range(8):
    joints = torch.randn(20, 5)
    loss = F.mse_loss(arm(joints, torch.randn(20, 12)), joints[:, :3])
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item(), len(weights))
