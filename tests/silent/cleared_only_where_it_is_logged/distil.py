import torch
import torch.nn.functional as F


class DistilLoop:
    def __init__(self, student, teacher, temperature=2.0, log_every=10):
        self.student, self.teacher = student, teacher
        self.t, self.log_every = temperature, log_every
        self.opt = torch.optim.SGD(student.parameters(), lr=0.05)

    def loss(self, x):
        with torch.no_grad():  #! decoy
            soft = F.softmax(self.teacher(x) / self.t, -1)
        return F.kl_div(F.log_softmax(self.student(x) / self.t, -1), soft, reduction="batchmean") * self.t**2

    def step(self, step, x):
        loss = self.loss(x)
        loss.backward()  #~ gradient-piled-up
        self.opt.step()
        if step % self.log_every == 0:
            print(step, round(loss.item(), 4))
            self.opt.zero_grad()  #~ gradient-piled-up
