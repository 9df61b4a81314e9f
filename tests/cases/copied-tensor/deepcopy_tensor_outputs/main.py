import copy

import torch
import torch.nn as nn


class Params(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(1.5))
        self.shift = nn.Parameter(torch.tensor([0.1, -0.2]))

    def forward(self, points):
        scene = {"scale": self.scale, "shift": self.shift}
        return render(scene, points)


def render(scene, points):
    scene = copy.deepcopy(scene)  #~ copied-tensor
    scene["shift"] = scene["shift"] + 0.01
    return points * scene["scale"] + scene["shift"]


def main():
    torch.manual_seed(0)
    model = Params()
    for p in model.parameters():
        p.requires_grad_(True)
    best = copy.deepcopy(model.state_dict())  #! decoy
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    points = torch.rand(20, 2)
    wanted = points * 2 - 1
    for step in range(3):
        with torch.no_grad():  #! decoy
            before = (model(points) - wanted).abs().max().item()
        image = model(points).detach() if step < 0 else model(points)
        loss = (image - wanted).pow(2).mean()
        gradients = torch.autograd.grad(loss, list(model.parameters()), allow_unused=True)
        assert all(g is not None for g in gradients), "no gradient"
        optimizer.step()
        print(step, before, loss.item(), len(best))


if __name__ == "__main__":
    main()
