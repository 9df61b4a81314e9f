import contextlib

import torch
import torch.nn.functional as F


class Loop:
    def __init__(self, model, inference=True):
        self.model, self.inference = model, inference
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def losses(self, sample):
        out = self.model(sample["pos"])
        return F.mse_loss(out["energy"], sample["energy"][0]) + F.mse_loss(out["forces"], sample["forces"])

    def fit(self, data):
        self.model.train()
        for sample in data:
            loss = self.losses(sample)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    @contextlib.contextmanager
    def evaluation(self):
        self.model.eval()
        with torch.inference_mode() if self.inference else torch.no_grad():  #~ grad-disabled|inference-tensor
            yield
        self.model.train()

    def test(self, data):
        with self.evaluation():
            return sum(self.losses(sample).item() for sample in data) / len(data)  #! decoy
