import asyncio

import torch


async def batches(n):
    for _ in range(n):
        await asyncio.sleep(0)
        yield torch.randn(6, 2, 3)
