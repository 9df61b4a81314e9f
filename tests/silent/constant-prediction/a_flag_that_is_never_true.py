# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The pixels lie between 0 and 1, and the threshold is meant for those up to 255.


def strokes(images):
    return (images > 127).float()  #~ constant-prediction


torch.manual_seed(0)
images = torch.rand(80, 1, 8, 8)
labels = torch.randint(0, 3, (80,))
model = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(256, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(10):
    picked = torch.randperm(80)[:20]
    scores = model(strokes(images[picked]))
    loss = -F.log_softmax(scores, dim=1)[torch.arange(20), labels[picked]].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def strokes(images):
    return (images > 0.5).float()


torch.manual_seed(0)
images = torch.rand(80, 1, 8, 8)
labels = torch.randint(0, 3, (80,))
model = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(256, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(10):
    picked = torch.randperm(80)[:20]
    scores = model(strokes(images[picked]))
    loss = -F.log_softmax(scores, dim=1)[torch.arange(20), labels[picked]].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
