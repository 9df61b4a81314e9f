import itertools

import torch
import torch.nn.functional as F

from nets import Decoder, Encoder, Flow


def train(steps=6):
    encoder, flow, decoder = Encoder(), Flow(), Decoder()
    params = itertools.chain(encoder.parameters(), decoder.parameters())
    optimizer = torch.optim.Adam(params, lr=3e-3)  #~ not-in-optimizer
    for step in range(steps):
        x = torch.randn(32, 4)
        z, log_det = flow(encoder(x))
        loss = F.mse_loss(decoder(z), x) + 0.01 * (0.5 * z.pow(2).sum(1) - log_det).mean()
        for net in (encoder, flow, decoder):
            net.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy
    return encoder, flow, decoder


if __name__ == "__main__":
    torch.manual_seed(0)
    train()
