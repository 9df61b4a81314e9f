# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pose(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(9, 32), nn.Tanh())
        self.turn, self.shift = nn.Linear(32, 4), nn.Linear(32, 3)

    def losses(self, x, turn, shift):
        h = self.trunk(x)
        parts = {"turn": 1 - F.cosine_similarity(self.turn(h), turn).mean(), "shift": F.l1_loss(self.shift(h), shift)}
        parts["all"] = 0.2 * parts["turn"] + 0.8 * parts["shift"]
        return parts


def main():
    torch.manual_seed(0)
    pose = Pose()
    opt = torch.optim.Adam(pose.parameters(), lr=2e-3)
    for _ in range(12):
        x = torch.randn(16, 9)
        loss = 0
        for value in pose.losses(x, x[:, :4], x[:, 4:7]).values():
            loss = loss + value  #~ counted-twice
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pose(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(9, 32), nn.Tanh())
        self.turn, self.shift = nn.Linear(32, 4), nn.Linear(32, 3)

    def losses(self, x, turn, shift):
        h = self.trunk(x)
        parts = {"turn": 1 - F.cosine_similarity(self.turn(h), turn).mean(), "shift": F.l1_loss(self.shift(h), shift)}
        whole = 0.2 * parts["turn"] + 0.8 * parts["shift"]
        return whole, {name: part.detach() for name, part in parts.items()}


def main():
    torch.manual_seed(0)
    pose = Pose()
    opt = torch.optim.Adam(pose.parameters(), lr=2e-3)
    for _ in range(12):
        loss, seen = 0, 0
        for _ in range(2):  # two batches for each step
            x = torch.randn(16, 9)
            whole, parts = pose.losses(x, x[:, :4], x[:, 4:7])
            loss = loss + whole
            seen = seen + sum(parts.values())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), float(seen))


main()
