import torch
import torch.nn as nn
import torch.nn.functional as F


def net(width):
    return nn.Sequential(nn.Linear(8, width), nn.ReLU(), nn.Linear(width, 4))


class Distillation:
    def __init__(self, teacher, student, temperature=2.0):
        self.teacher, self.student, self.t = teacher.eval(), student, temperature
        self.optimizer = torch.optim.Adam(student.parameters(), lr=1e-3)

    def logits(self, x):
        with torch.no_grad():  #~ grad-disabled
            hard = self.teacher(x).argmax(dim=1)  #! decoy
            soft = self.teacher(x) / self.t
            out = self.student(x) / self.t
        return out, soft, hard

    def step(self, x):
        out, soft, hard = self.logits(x)
        loss = F.kl_div(out.log_softmax(1), soft.softmax(1), reduction="batchmean") + F.cross_entropy(out, hard)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.detach()  #! decoy


def main():
    torch.manual_seed(0)
    trainer = Distillation(net(32), net(6))
    for i in range(3):
        print(i, trainer.step(torch.randn(10, 8)).item())


if __name__ == "__main__":
    main()
