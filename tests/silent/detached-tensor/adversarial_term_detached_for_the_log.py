# file: main.py
import torch
import torch.nn.functional as F

from parts import Decoder, DomainNet, Encoder


def step(enc, dec, dom, opt, source, target, log):
    z_s, z_t = enc(source), enc(target)
    recon = F.mse_loss(dec(z_s), source)
    p_s, p_t = dom(z_s), dom(z_t)
    adv = F.binary_cross_entropy_with_logits(p_s, torch.ones_like(p_s)) + F.binary_cross_entropy_with_logits(p_t, torch.zeros_like(p_t))
    adv = adv.detach()  #~ detached-tensor
    loss = recon + 0.1 * adv
    opt.zero_grad()
    loss.backward()
    opt.step()
    log.append((recon.detach().item(), adv.item()))  #! decoy


def main():
    torch.manual_seed(0)
    enc, dec, dom = Encoder(), Decoder(), DomainNet()
    opt = torch.optim.Adam([*enc.parameters(), *dec.parameters(), *dom.parameters()], lr=3e-3)
    log = []
    for _ in range(5):
        step(enc, dec, dom, opt, torch.randn(24, 6), torch.randn(24, 6) + 1, log)
    print(log[-1])


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from parts import Decoder, DomainNet, Encoder


def step(enc, dec, dom, opt, source, target, log):
    z_s, z_t = enc(source), enc(target)
    recon = F.mse_loss(dec(z_s), source)
    p_s, p_t = dom(z_s), dom(z_t)
    adv = F.binary_cross_entropy_with_logits(p_s, torch.ones_like(p_s)) + F.binary_cross_entropy_with_logits(p_t, torch.zeros_like(p_t))
    loss = recon + 0.1 * adv
    opt.zero_grad()
    loss.backward()
    opt.step()
    log.append((recon.detach().item(), adv.item()))


def main():
    torch.manual_seed(0)
    enc, dec, dom = Encoder(), Decoder(), DomainNet()
    opt = torch.optim.Adam([*enc.parameters(), *dec.parameters(), *dom.parameters()], lr=3e-3)
    log = []
    for _ in range(5):
        step(enc, dec, dom, opt, torch.randn(24, 6), torch.randn(24, 6) + 1, log)
    print(log[-1])


if __name__ == "__main__":
    main()
# file: parts.py
import torch.nn as nn


class Encoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))


class Decoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 6))


class DomainNet(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
