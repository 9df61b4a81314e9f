import torch
import torch.nn.functional as F


class SlotLearner:
    """Optimises the embeddings of the first words; the rest of the prompt stays."""

    def __init__(self, encoder, unet, prompt, slots):
        self.unet = unet
        embeddings = encoder.encode(prompt)
        embeddings.requires_grad_(True)  #~ non-leaf-parameter
        self.learned, self.rest = embeddings[1:1 + slots], embeddings[1 + slots:].detach()  #~ non-leaf-parameter
        self.groups = [{"params": [self.learned], "lr": 0.1}]
        self.optimizer = None

    def configure(self):
        if self.optimizer is None:
            self.optimizer = torch.optim.Adam(self.groups)
        return self.optimizer

    def step(self, target):
        optimizer = self.configure()
        maps = self.unet(torch.cat([self.learned, self.rest]))[:, 0]
        loss = F.mse_loss(maps[:len(target)], target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()
