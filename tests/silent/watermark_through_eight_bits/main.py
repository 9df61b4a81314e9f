import torch
import torch.nn.functional as F

from stego import Decoder, Encoder, transmit


def main():
    torch.manual_seed(0)
    enc, dec = Encoder(), Decoder()
    opt = torch.optim.Adam([*enc.parameters(), *dec.parameters()], lr=1e-3)
    for step in range(6):
        image, bits = torch.rand(8, 1, 6, 6), torch.randint(0, 2, (8, 4)).float()
        marked = enc(image, bits)
        seen = transmit(marked)
        loss = F.binary_cross_entropy_with_logits(dec(seen), bits)
        opt.zero_grad()
        loss.backward()
        opt.step()
        quality = F.mse_loss(marked.detach(), image).item()  #! decoy
        print(step, loss.item(), quality)


main()
