import torch
import torch.nn.functional as F

from experts import SwitchLayer


class Right(SwitchLayer):
    def balance(self, probs, choice):
        share = F.one_hot(choice, self.n).float().mean(0)
        return self.n * (share * probs.mean(0)).sum()


torch.manual_seed(0)
net = Right(6, 4)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(8):
    x = torch.randn(32, 6)
    out, balance = net(x)
    loss = F.mse_loss(out, x.flip(1)) + 0.01 * balance
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item(), balance.item())
