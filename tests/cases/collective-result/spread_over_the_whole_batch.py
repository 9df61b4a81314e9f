# file: main.py
import torch
import torch.distributed as dist
import torch.nn as nn

from workers import joined, leave, meet


class Spread(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.eye = torch.eye(dim)

    def forward(self, codes):
        codes = joined(codes)
        codes = codes - codes.mean(0)
        covariance = codes.t() @ codes / len(codes)
        return (covariance - self.eye).square().sum()  #! decoy


def main():
    meet()
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 4))
    spread = Spread(4)
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.01)
    for _ in range(3):
        loss = spread(encoder(torch.randn(24, 6)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen = loss.detach().clone()  #! decoy
        dist.all_reduce(seen)
        print(seen.item())  #! decoy
    leave()


if __name__ == "__main__":
    main()
# file: workers.py
import torch
import torch.distributed as dist


def meet():
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)


def leave():
    dist.destroy_process_group()


def joined(rows):
    everything = torch.empty(dist.get_world_size() * rows.shape[0], rows.shape[1])  #! decoy
    shares = [everything[at : at + len(rows)] for at in range(0, len(everything), len(rows))]
    work = dist.all_gather(tensor=rows, tensor_list=shares, async_op=True)  #~ collective-result
    work.wait()
    return everything
