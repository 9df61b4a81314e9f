# file: main.py
import asyncio

import torch
import torch.nn as nn
import torch.nn.functional as F

from stream import batches


async def main():
    torch.manual_seed(0)
    net = nn.GRU(3, 8)
    head = nn.Linear(8, 3)
    opt = torch.optim.Adam([*net.parameters(), *head.parameters()], lr=1e-3)
    state = None
    async for x in batches(4):
        out, state = net(x[:-1], state)  #~ backward-twice
        loss = F.mse_loss(head(out), x[1:])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(loss.item())


asyncio.run(main())
# file: stream.py
import asyncio

import torch


async def batches(n):
    for _ in range(n):
        await asyncio.sleep(0)
        yield torch.randn(6, 2, 3)
