import torch
import torch.nn.functional as F

from bert import MiniBert


def layerwise(model, lr, decay=0.8):
    groups = [{"params": model.embed.parameters(), "lr": lr * decay ** model.depth}]
    for i in range(model.depth - 1):  #~ not-in-optimizer
        groups.append({"params": model.layers[i].parameters(), "lr": lr * decay ** (model.depth - 1 - i)})
    groups.append({"params": model.head.parameters(), "lr": lr})
    return groups


def main():
    torch.manual_seed(0)
    model = MiniBert()
    optimizer = torch.optim.AdamW(layerwise(model, 3e-3))  #~ not-in-optimizer
    ids = torch.randint(0, 16, (24, 6))
    label = (ids[:, 0] > 7).long()
    for epoch in range(4):
        loss = F.cross_entropy(model(ids), label)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        print(epoch, loss.item())  #! decoy


if __name__ == "__main__":
    main()
