import tempfile

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP


class ActionHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 2))

    def predict_action(self, h):
        return self.mlp(h)

    def forward(self, h):
        return self.predict_action(h)


def main():
    dist.init_process_group("gloo", init_method=f"file://{tempfile.mkdtemp()}/s", rank=0, world_size=1)
    torch.manual_seed(0)
    backbone = DDP(nn.Sequential(nn.Linear(8, 16), nn.ReLU()))
    head = DDP(ActionHead())
    opt = torch.optim.AdamW([*backbone.parameters(), *head.parameters()], lr=1e-3)
    for _ in range(8):
        x = torch.randn(16, 8)
        hidden = backbone(x)
        actions = head.module.predict_action(hidden)  #~ replicas-differ
        loss = F.l1_loss(actions, x[:, :2])
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())
    dist.destroy_process_group()


main()
