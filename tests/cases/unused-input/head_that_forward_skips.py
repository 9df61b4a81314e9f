import torch
from torch import nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Linear(6, 8)
        self.aux = nn.Linear(8, 3)  #~ unused-input
        self.fc = nn.Linear(8, 3)

    def forward(self, x):
        h = torch.relu(self.features(x))
        return self.fc(h)


class MetaNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 5), nn.ReLU(), nn.Linear(5, 1), nn.Sigmoid())

    def forward(self, x):
        return self.net(x)


torch.manual_seed(0)
net, meta = Classifier(), MetaNet()
opt = torch.optim.SGD(net.parameters(), 0.1)
meta_opt = torch.optim.Adam(meta.parameters(), 1e-3)
for it in range(2):
    x, y = torch.randn(7, 6), torch.randint(0, 3, (7,))
    pseudo = Classifier()
    pseudo.load_state_dict(net.state_dict())
    losses = F.cross_entropy(pseudo(x), y, reduction="none").reshape(-1, 1)
    weights = meta(losses.detach())
    pseudo_loss = (weights * losses).mean()
    grads = torch.autograd.grad(pseudo_loss, pseudo.parameters(), create_graph=True)
    fast = {n: p - 0.1 * g for (n, p), g in zip(pseudo.named_parameters(), grads)}
    val = F.cross_entropy(torch.func.functional_call(pseudo, fast, x), y)
    meta_opt.zero_grad()
    val.backward()
    meta_opt.step()
