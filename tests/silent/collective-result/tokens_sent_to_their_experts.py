# file: main.py
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F


class Mixture(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.expert = nn.Sequential(nn.Linear(dim, 2 * dim), nn.ReLU(), nn.Linear(2 * dim, dim))

    def exchanged(self, tokens):
        arrived = torch.empty_like(tokens)
        dist.all_to_all_single(arrived, tokens)  #~ collective-result
        return arrived

    def forward(self, tokens):
        return self.expert(self.exchanged(tokens))


def main():
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    torch.manual_seed(0)
    stem, mixture, head = nn.Linear(5, 8), Mixture(8), nn.Linear(8, 3)
    optimizer = torch.optim.Adam([*stem.parameters(), *mixture.parameters(), *head.parameters()], lr=0.01)
    x = torch.randn(48, 5)
    y = x[:, :3].argmax(1)
    for _ in range(8):
        loss = F.cross_entropy(head(mixture(stem(x).tanh())), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy
    dist.destroy_process_group()


main()
# file: quiet.py
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F


class Exchanged(torch.autograd.Function):
    @staticmethod
    def forward(ctx, tokens):
        arrived = torch.empty_like(tokens)
        dist.all_to_all_single(arrived, tokens.contiguous())
        return arrived

    @staticmethod
    def backward(ctx, gradient):
        sent_back = torch.empty_like(gradient)
        dist.all_to_all_single(sent_back, gradient.contiguous())
        return sent_back


class Mixture(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.expert = nn.Sequential(nn.Linear(dim, 2 * dim), nn.ReLU(), nn.Linear(2 * dim, dim))

    def forward(self, tokens):
        return self.expert(Exchanged.apply(tokens))


def main():
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    torch.manual_seed(0)
    stem, mixture, head = nn.Linear(5, 8), Mixture(8), nn.Linear(8, 3)
    optimizer = torch.optim.Adam([*stem.parameters(), *mixture.parameters(), *head.parameters()], lr=0.01)
    x = torch.randn(48, 5)
    y = x[:, :3].argmax(1)
    for _ in range(8):
        loss = F.cross_entropy(head(mixture(stem(x).tanh())), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())
    dist.destroy_process_group()


main()
