def freeze_all_but(net, prefix):
    for name, p in net.named_parameters():
        p.requires_grad_(name.startswith(prefix))  #~ frozen-parameter|optimizer-arguments
