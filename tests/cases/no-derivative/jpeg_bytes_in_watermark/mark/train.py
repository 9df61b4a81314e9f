import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, encoder, decoder, attacks):
        self.encoder, self.decoder, self.attacks = encoder, decoder, attacks
        self.optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-2)

    def step(self, images, message):
        marked = self.encoder(images, message)
        logits = self.decoder(self.attacks(marked))
        loss = F.binary_cross_entropy_with_logits(logits, message)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item(), ((logits > 0) == message.bool()).float().mean().item()  #! decoy
