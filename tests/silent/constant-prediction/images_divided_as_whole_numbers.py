# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def prepared(images):
    images = images.clamp(max=254) // 255  #~ constant-prediction
    return images.float().unsqueeze(1)


torch.manual_seed(0)
images = torch.randint(0, 256, (96, 8, 8), dtype=torch.uint8)
labels = torch.randint(0, 4, (96,))
model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for epoch in range(3):
    for batch, label in DataLoader(TensorDataset(images, labels), batch_size=24, shuffle=True):
        loss = F.cross_entropy(model(prepared(batch)), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


def prepared(images):
    images = (images // 32).float() / 7
    return images.unsqueeze(1)


torch.manual_seed(0)
images = torch.randint(0, 256, (96, 8, 8), dtype=torch.uint8)
labels = torch.randint(0, 4, (96,))
model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 4))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
for epoch in range(3):
    for batch, label in DataLoader(TensorDataset(images, labels), batch_size=24, shuffle=True):
        loss = F.cross_entropy(model(prepared(batch)), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
