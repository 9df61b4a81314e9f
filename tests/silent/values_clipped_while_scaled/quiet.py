import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=10, bound=0.1):
    """Clipped by hand after `unscale_`; a second network without a scaler is clipped as it is."""
    torch.manual_seed(0)
    net, plain = nn.Linear(6, 3), nn.Linear(6, 3)
    opt, other = torch.optim.AdamW(net.parameters(), lr=1e-3), torch.optim.SGD(plain.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for step in range(steps):
        x = torch.randn(16, 6)
        y = x[:, :3].argmax(1)
        opt.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(x)
        scaler.scale(F.cross_entropy(out.float(), y)).backward()
        scaler.unscale_(opt)
        for p in net.parameters():
            p.grad.data.clamp_(-bound, bound)
        scaler.step(opt)
        scaler.update()
        other.zero_grad()
        loss = F.cross_entropy(plain(x), y)
        loss.backward()
        for p in plain.parameters():
            p.grad.clamp_(-bound, bound)
        other.step()
    print(loss.item())


main()
