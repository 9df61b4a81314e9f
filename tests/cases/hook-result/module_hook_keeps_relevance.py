"""Layer-wise relevance: hooks on modules collect what comes back."""

import torch
import torch.nn as nn


class Relevance:
    def __init__(self, model):
        self.maps = {}
        for name, module in model.named_modules():
            if isinstance(module, nn.Linear):
                module.register_full_backward_hook(self.keep(name))  #! decoy

    def keep(self, name):
        def hook(module, grad_input, grad_output):
            if grad_input[0] is None:
                return None
            self.maps[name] = (grad_input[0] * module.weight.sum(0)).detach()  #! decoy
            return grad_input[0], self.maps[name]  #~ hook-result

        return hook


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(5, 7), nn.Linear(7, 3)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


def main():
    torch.manual_seed(0)
    net = Net()
    relevance = Relevance(net)
    x = torch.randn(4, 5)
    score = net(x).max(1).values.sum()
    score.backward()  #! decoy
    print({k: v.shape for k, v in relevance.maps.items()})


if __name__ == "__main__":
    main()
