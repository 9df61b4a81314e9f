"""Two optimizers that Lightning's module steps by hand, with toggled parameters: after Lightning's examples."""

import logging
import warnings

import lightning
import torch
import torch.nn.functional as F
from torch import Tensor, nn

warnings.simplefilter("ignore")
logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)


class GAN(lightning.LightningModule):
    def __init__(self) -> None:
        super().__init__()
        self.automatic_optimization = False
        self.generator = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 2))
        self.discriminator = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))

    def training_step(self, batch: list[Tensor]) -> None:
        (real,) = batch
        of_g, of_d = self.optimizers()
        noise = torch.randn(len(real), 4)
        self.toggle_optimizer(of_g)
        g_loss = F.binary_cross_entropy_with_logits(self.discriminator(self.generator(noise)), torch.ones(len(real), 1))
        self.manual_backward(g_loss)
        of_g.step()
        of_g.zero_grad()
        self.untoggle_optimizer(of_g)
        self.toggle_optimizer(of_d)
        on_real = F.binary_cross_entropy_with_logits(self.discriminator(real), torch.ones(len(real), 1))
        fake = self.discriminator(self.generator(noise).detach())
        d_loss = (on_real + F.binary_cross_entropy_with_logits(fake, torch.zeros(len(real), 1))) / 2
        self.manual_backward(d_loss)
        of_d.step()
        of_d.zero_grad()
        self.untoggle_optimizer(of_d)
        print(g_loss.item(), d_loss.item())

    def configure_optimizers(self) -> list[torch.optim.Optimizer]:
        parts = (self.generator, self.discriminator)
        return [torch.optim.Adam(part.parameters(), lr=2e-4, betas=(0.5, 0.999)) for part in parts]


lightning.seed_everything(0, verbose=False)
data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(64, 2) + 2), batch_size=8)
quiet = {"logger": False, "enable_checkpointing": False, "enable_progress_bar": False, "enable_model_summary": False}
lightning.Trainer(max_epochs=2, accelerator="cpu", **quiet).fit(GAN(), data)
