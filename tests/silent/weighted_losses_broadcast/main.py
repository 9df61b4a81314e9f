import torch
import torch.nn as nn
import torch.nn.functional as F

from ratings import Factors, draw


def main(steps=8):
    torch.manual_seed(0)
    model = Factors()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(steps):
        user, item, liked, weight = draw(16)
        each = F.binary_cross_entropy_with_logits(model(user, item), liked, reduction="none")  #! decoy
        loss = (weight * each).mean()  #~ broadcast-loss
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
