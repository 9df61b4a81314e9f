import torch
import torch.nn as nn

from model import Pretrained


def main():
    torch.manual_seed(0)
    model = Pretrained()
    model.freeze_backbone()
    optimizer = torch.optim.Adam(model.head.parameters(), lr=1e-2)  #~ scaler-without-gradients
    scaler = torch.amp.GradScaler("cpu")
    model.replace_head(3)  #~ scaler-without-gradients
    for step in range(3):
        x, y = torch.randn(8, 7), torch.randint(0, 3, (8,))
        optimizer.zero_grad(set_to_none=True)  #! decoy
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = nn.functional.cross_entropy(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        print(step, loss.item())


if __name__ == "__main__":
    main()
