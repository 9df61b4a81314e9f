# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Scene(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU())
        self.heads = nn.ModuleDict({"depth": nn.Conv2d(8, 1, 1), "edges": nn.Conv2d(8, 1, 1)})
        self.classes = nn.Conv2d(8, 4, 1)

    def forward(self, image):
        h = self.backbone(image)
        return {name: head(h) for name, head in self.heads.items()}, self.classes(h)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.dense = torch.optim.SGD(model.heads.parameters(), lr=0.05)  #~ not-in-optimizer
        self.labels = torch.optim.Adam(model.classes.parameters(), lr=1e-2)  #~ not-in-optimizer

    def step(self, image):
        maps, logits = self.model(image)
        grey = image.mean(1, keepdim=True)
        dense = F.l1_loss(maps["depth"], grey) + F.l1_loss(maps["edges"], grey - grey.mean())
        labels = F.cross_entropy(logits, (grey.squeeze(1) * 4).long().clamp(0, 3))
        self.model.zero_grad(set_to_none=True)
        (dense + labels).backward()
        self.dense.step()
        self.labels.step()
        return dense.item() + labels.item()


torch.manual_seed(0)
trainer = Trainer(Scene())
for _ in range(8):
    print(trainer.step(torch.rand(4, 3, 8, 8)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The backbone is kept as it is: it runs in eval mode, inside a model that is in training mode.


class Scene(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU())
        self.depth = nn.Conv2d(8, 1, 1)
        self.classes = nn.Conv2d(8, 4, 1)

    def forward(self, image):
        h = self.backbone(image)
        return self.depth(h), self.classes(h)


torch.manual_seed(0)
model = Scene()
depth_step = torch.optim.SGD(model.depth.parameters(), lr=0.05)
class_step = torch.optim.Adam(model.classes.parameters(), lr=1e-2)
for _ in range(8):
    model.train()
    model.backbone.eval()
    image = torch.rand(4, 3, 8, 8)
    depth, logits = model(image)
    grey = image.mean(1, keepdim=True)
    loss = F.l1_loss(depth, grey) + F.cross_entropy(logits, (grey.squeeze(1) * 4).long().clamp(0, 3))
    model.zero_grad(set_to_none=True)
    loss.backward()
    depth_step.step()
    class_step.step()
print(loss.item())
