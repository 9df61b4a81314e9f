import torch
from torch.utils.checkpoint import checkpoint

from masked import Masks, MaskedLayer


def run(layers, masks, x):
    for layer in layers:
        x = checkpoint(layer, x, masks, use_reentrant=False)  #! decoy
    return x


def main():
    torch.manual_seed(0)
    layers = [MaskedLayer(6) for _ in range(2)]
    optimizer = torch.optim.SGD([p for layer in layers for p in layer.parameters()], lr=0.1)
    for step in range(2):
        masks = Masks(6, count=2)
        loss = run(layers, masks, torch.randn(3, 6)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
