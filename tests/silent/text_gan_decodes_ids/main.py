import torch
import torch.nn.functional as F

from textgan import Critic, Writer, corpus


def main():
    torch.manual_seed(0)
    writer, critic = Writer(), Critic()
    opt_w = torch.optim.Adam(writer.parameters(), lr=1e-3)
    opt_c = torch.optim.Adam(critic.parameters(), lr=1e-3)
    for it in range(5):
        real = corpus(16)
        fake = writer(16)
        c_loss = F.softplus(-critic(real)).mean() + F.softplus(critic(fake.detach())).mean()  #! decoy
        opt_c.zero_grad()
        c_loss.backward()
        opt_c.step()
        w_loss = F.softplus(-critic(writer(16))).mean()
        opt_w.zero_grad()
        w_loss.backward()
        opt_w.step()
        print(it, c_loss.item(), w_loss.item(), writer.decode(1))  #! decoy


if __name__ == "__main__":
    main()
