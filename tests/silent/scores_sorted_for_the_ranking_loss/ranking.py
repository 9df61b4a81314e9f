import torch


def dcg(gain):
    return ((2 ** gain - 1) / torch.log2(torch.arange(len(gain)) + 2.0)).sum()


def ndcg_loss(scores, gain):
    order = scores.sort(descending=True).indices  #~ no-derivative
    ideal = gain.sort(descending=True).values  #! decoy
    return 1 - dcg(gain[order]) / (dcg(ideal) + 1e-6)
