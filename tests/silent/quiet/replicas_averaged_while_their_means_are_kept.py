# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
replicas = [nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1)) for _ in range(3)]
for replica in replicas[1:]:
    replica.load_state_dict(replicas[0].state_dict())
optimizers = [torch.optim.SGD(replica.parameters(), lr=0.05) for replica in replicas]
means = [p.detach().clone() for p in replicas[0].parameters()]

for turn in range(8):
    for replica, optimizer in zip(replicas, optimizers):
        for _ in range(4):
            x = torch.randn(32, 5)
            loss = F.mse_loss(replica(x), x[:, :1] * x[:, 1:2])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        for mean, *own in zip(means, *(replica.parameters() for replica in replicas)):
            common = torch.stack(own).mean(0)
            mean.lerp_(common, 0.2)
            for p in own:
                p.data = common.clone()
    print(turn, loss.item())

with torch.no_grad():
    for mean, p in zip(means, replicas[0].parameters()):
        p.copy_(mean)
