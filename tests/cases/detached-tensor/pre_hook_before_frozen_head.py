import torch
import torch.nn as nn
import torch.nn.functional as F


def watch(module, args):
    """Keeps statistics of what goes into a module."""
    x, *rest = (a.detach() for a in args)  #~ detached-tensor
    module.seen_mean = x.mean()
    return (x, *rest)


class Adapter(nn.Module):
    def __init__(self):
        super().__init__()
        self.adapt = nn.Linear(5, 5)
        self.head = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, x):
        return self.head(x + self.adapt(x))


def main():
    torch.manual_seed(0)
    model = Adapter()
    for name, p in model.named_parameters():
        p.requires_grad = name.startswith("adapt")  #! decoy
    model.head.register_forward_pre_hook(watch)
    optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()), lr=1e-2)
    for step in range(3):
        x = torch.randn(10, 5)
        loss = F.cross_entropy(model(x), (x[:, 0] > 0).long())  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), model.head.seen_mean.item())


if __name__ == "__main__":
    main()
