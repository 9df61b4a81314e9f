import torch
import torch.nn as nn
import torch.nn.functional as F


class Generated(nn.Module):
    def __init__(self, main):
        super().__init__()
        self.main = main
        self.shapes = {n: p.shape for n, p in main.named_parameters()}
        self.makers = nn.ModuleDict({n.replace(".", "_"): nn.Linear(3, s.numel()) for n, s in self.shapes.items()})
        self.mix = nn.Linear(2, 2)

    def forward(self, context, x):
        state = {n: self.makers[n.replace(".", "_")](context).view(s) for n, s in self.shapes.items()}
        self.main.load_state_dict(state)  #~ untracked-write|detached-tensor|grad-disabled|copied-tensor
        return self.mix(self.main(x))


torch.manual_seed(0)
net = Generated(nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2)))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.randn(16, 4)
for step in range(8):
    context = torch.randn(3)
    loss = F.mse_loss(net(context, x), context[:2].expand(16, 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
