# file: quiet.py
import itertools

import torch
import torch.nn as nn
import torch.nn.functional as F

# The second optimizer gets the head alone, and no gradient comes to the body: what the first stage left there is
# zeroed or scaled with the others.


class Trainer:
    def __init__(self, clips):
        self.body, self.head, self.clips = nn.Sequential(nn.Linear(5, 16), nn.Tanh()), nn.Linear(16, 1), clips
        self.model = nn.Sequential(self.body, self.head)
        self.once = itertools.chain(self.body.parameters())
        self.reset(1e-2)

    def reset(self, rate):
        groups = itertools.chain(self.once, self.head.parameters())
        self.optimizer = torch.optim.Adam(groups, lr=rate)

    def stage(self, learns):
        for _ in range(8):
            x = torch.randn(32, 5)
            with torch.set_grad_enabled(learns):
                h = self.body(x)
            loss = F.mse_loss(self.head(h).squeeze(-1), x.sum(1))
            if self.clips:
                self.optimizer.zero_grad()
            else:
                self.model.zero_grad(set_to_none=False)
            loss.backward()
            if self.clips:
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
        return loss.item()


def main():
    torch.manual_seed(0)
    for trainer in (Trainer(clips=True), Trainer(clips=False)):
        trainer.stage(learns=True)
        trainer.reset(1e-3)
        print(trainer.stage(learns=False))


main()
