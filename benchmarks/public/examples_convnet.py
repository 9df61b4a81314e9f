"""A small convolutional net on images, with a schedule and a validation: after pytorch/examples, mnist."""

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 8, 3), nn.Conv2d(8, 16, 3)
        self.drop1, self.drop2 = nn.Dropout2d(0.25), nn.Dropout(0.5)
        self.fc1, self.fc2 = nn.Linear(16 * 6 * 6, 32), nn.Linear(32, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = F.relu(self.conv2(F.relu(self.conv1(x))))
        x = torch.flatten(self.drop1(F.max_pool2d(x, 2)), 1)
        return F.log_softmax(self.fc2(self.drop2(F.relu(self.fc1(x)))), dim=1)


torch.manual_seed(0)
images, labels = torch.rand(64, 1, 16, 16), torch.randint(0, 10, (64,))
net = Net()
optimizer = torch.optim.Adadelta(net.parameters(), lr=1.0)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.7)
for epoch in range(4):
    net.train()
    for start in range(0, 64, 16):
        optimizer.zero_grad()
        loss = F.nll_loss(net(images[start : start + 16]), labels[start : start + 16])
        loss.backward()
        optimizer.step()
    net.eval()
    with torch.no_grad():
        found = net(images).argmax(dim=1, keepdim=True)
        right = found.eq(labels.view_as(found)).sum().item()
    schedule.step()
    print(epoch, loss.item(), right)
