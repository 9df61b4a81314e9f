import torch
from torch import nn
from torch.func import functional_call, grad, vmap


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 4, 3)
        self.norm = nn.BatchNorm1d(4)  #~ not-explained
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(torch.relu(self.norm(self.conv(x))).mean(2))


def loss_of(params, buffers, x, y):
    out = functional_call(net, (params, buffers), x.unsqueeze(0))
    return nn.functional.cross_entropy(out, y.unsqueeze(0))


torch.manual_seed(0)
net = Net()
params, buffers = dict(net.named_parameters()), dict(net.named_buffers())
g = vmap(grad(loss_of), in_dims=(None, None, 0, 0))(params, buffers, torch.randn(3, 2, 6), torch.tensor([0, 1, 0]))
print(g["fc.weight"].shape)
