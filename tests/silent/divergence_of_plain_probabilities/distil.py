import torch.nn.functional as F


def distillation(student, teacher, t=2.0):
    p = F.softmax(student / t, dim=1)  #~ double-activation
    q = F.softmax(teacher / t, dim=1)  #! decoy
    return F.kl_div(p, q, reduction="batchmean") * t * t  #~ double-activation
