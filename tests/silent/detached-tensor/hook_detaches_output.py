# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Recorder:
    def __init__(self, module):
        self.outputs = []
        module.register_forward_hook(self)

    def __call__(self, module, inputs, output):
        output = output.detach()  #~ detached-tensor
        self.outputs.append(output)
        return output


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right, self.head = nn.Linear(5, 6), nn.Linear(5, 6), nn.Linear(6, 2)

    def forward(self, x):
        return self.head(torch.relu(self.left(x) + self.right(x)))


torch.manual_seed(0)
net = Net()
recorder = Recorder(net.left)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(20, 5), torch.randint(2, (20,))
for _ in range(6):
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), len(recorder.outputs))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Recorder:
    def __init__(self, module):
        self.outputs = []
        module.register_forward_hook(self)

    def __call__(self, module, inputs, output):
        self.outputs.append(output.detach())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right, self.head = nn.Linear(5, 6), nn.Linear(5, 6), nn.Linear(6, 2)

    def forward(self, x):
        return self.head(torch.relu(self.left(x) + self.right(x)))


torch.manual_seed(0)
net = Net()
recorder = Recorder(net.left)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(20, 5), torch.randint(2, (20,))
for _ in range(6):
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), len(recorder.outputs))
