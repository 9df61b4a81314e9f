# file: main.py
import torch
import torch.nn.functional as F

from scene import Scene, correction


def fit(scene, pose, steps=12):
    optimizer = torch.optim.Adam([pose], lr=0.05)
    for step in range(steps):
        image = scene(pose)
        corrected = scene(pose)  #~ cancelled-gradient
        reference = corrected + correction(scene)
        loss = F.huber_loss(image.flatten(), reference.flatten(), reduction="sum")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 4 == 3:
            print(step, f"{loss.item():.4f}", pose.detach().tolist())


def main():
    torch.manual_seed(0)
    fit(Scene(), torch.tensor([0.1, -0.2, 0.3], requires_grad=True))


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from scene import Scene, correction


def fit(scene, pose, steps=12):
    optimizer = torch.optim.Adam([pose], lr=0.05)
    reference = scene(pose).detach() + correction(scene)
    for step in range(steps):
        image = scene(pose)
        loss = F.huber_loss(image.flatten(), reference.flatten(), reduction="sum")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 4 == 3:
            print(step, f"{loss.item():.4f}", pose.detach().tolist())


def main():
    torch.manual_seed(0)
    fit(Scene(), torch.tensor([0.1, -0.2, 0.3], requires_grad=True))


main()
# file: scene.py
import torch


class Scene:
    def __init__(self, points=20):
        self.points = torch.randn(points, 3)

    def __call__(self, pose):
        depth = (self.points * pose).sum(dim=1)
        return torch.sigmoid(depth).unsqueeze(1)


def correction(scene):
    with torch.no_grad():
        return scene(torch.tensor([0.3, 0.1, 0.2])) - scene(torch.tensor([0.1, -0.2, 0.3]))
