# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=8):
    torch.manual_seed(0)
    body, head = nn.Sequential(nn.Linear(8, 16), nn.ReLU()), nn.Linear(16, 2)
    opts = [torch.optim.SGD(body.parameters(), lr=0.01), torch.optim.Adam(head.parameters(), lr=1e-3)]
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for step in range(steps):
        x = torch.randn(16, 8)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = head(body(x))
        loss = F.cross_entropy(logits.float(), (x[:, 0] > 0).long())
        for opt in opts:
            opt.zero_grad(set_to_none=True)
        scaler.scale(loss).backward()
        for opt in opts:
            scaler.unscale_(opt)
        nn.utils.clip_grad_norm_([*body.parameters(), *head.parameters()], 1.0)
        for opt in opts:
            scaler.step(opt)
        scaler.update()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
