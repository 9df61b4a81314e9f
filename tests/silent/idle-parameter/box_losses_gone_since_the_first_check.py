# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.boxes, self.scores = nn.Linear(16, 4), nn.Linear(16, 3)

    def forward(self, x, boxes=None, labels=None):
        h = self.body(x)
        losses = {"label": F.cross_entropy(self.scores(h), labels)}
        if self.training:
            losses["box"] = F.smooth_l1_loss(self.boxes(h), boxes)
        return losses


def check(model, x, boxes, labels):
    model = model.eval()  #~ idle-parameter
    with torch.no_grad():  #! decoy
        return sum(model(x, boxes, labels).values()).item()


def main():
    torch.manual_seed(0)
    model = Detector()
    opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for step in range(30):
        x = torch.randn(16, 8)
        losses = model(x, x[:, :4], x[:, 4:7].argmax(1))
        loss = sum(losses.values())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 10 == 9:
            print(step, loss.item(), check(model, x, x[:, :4], x[:, 4:7].argmax(1)))  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.boxes, self.scores = nn.Linear(16, 4), nn.Linear(16, 3)

    def forward(self, x, boxes=None, labels=None):
        h = self.body(x)
        losses = {"label": F.cross_entropy(self.scores(h), labels)}
        if self.training:
            losses["box"] = F.smooth_l1_loss(self.boxes(h), boxes)
        return losses


def check(model, x, boxes, labels):
    model = model.eval()
    with torch.no_grad():
        return sum(model(x, boxes, labels).values()).item()


def main():
    torch.manual_seed(0)
    model = Detector()
    opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for step in range(30):
        x = torch.randn(16, 8)
        model.train()
        losses = model(x, x[:, :4], x[:, 4:7].argmax(1))
        loss = sum(losses.values())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 10 == 9:
            print(step, loss.item(), check(model, x, x[:, :4], x[:, 4:7].argmax(1)))


main()
