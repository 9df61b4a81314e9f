import torch
import torch.nn.functional as F

from policy import ActorCritic, collect


def update(net, optimizer, batch, clip=0.2):
    dist, value = net(batch["obs"])
    advantage = (batch["returns"] - value).detach()  #! decoy
    log_prob = batch["log_prob"]  #~ self-comparison|detached-tensor|never-connected|sampled-value|grad-disabled|unused-parameters
    ratio = (log_prob - batch["log_prob"]).exp()
    surrogate = torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
    loss = -surrogate.mean() + 0.5 * F.mse_loss(value, batch["returns"])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()  #! decoy


def main():
    torch.manual_seed(0)
    net = ActorCritic()
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    for iteration in range(4):
        batch = collect(net)
        for _ in range(2):
            loss = update(net, optimizer, batch)
        print(iteration, loss, batch["returns"].mean().item())  #! decoy


if __name__ == "__main__":
    main()
