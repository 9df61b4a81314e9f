import torch.nn as nn


def update(model, opt, loss, max_norm=0.5):
    opt.zero_grad()  #! decoy
    loss.backward()  #! decoy
    opt.step()  #~ clipping-order
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)  #~ clipping-order
