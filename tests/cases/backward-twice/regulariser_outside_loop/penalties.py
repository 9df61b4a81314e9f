import torch


def matrices(model):
    return [p for p in model.parameters() if p.dim() == 2]


def weight_decay(model):
    return sum(p.pow(2).sum() for p in matrices(model))


def orthogonality(model):
    total = torch.zeros(())
    for p in matrices(model):
        gram = p.t() @ p
        total += (gram - torch.eye(len(gram))).pow(2).mean()  #! decoy
    return total
