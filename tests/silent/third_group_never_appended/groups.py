def parameter_groups(model):
    groups = []
    group = {"lr": 1e-4, "weight_decay": 1e-2, "params": []}
    for name, p in model.named_parameters():
        if name.startswith("encoder"):
            group["params"].append(p)
    groups.append(group)
    group = {"lr": 1e-3, "weight_decay": 0.0, "params": []}
    for name, p in model.named_parameters():
        if name.startswith("adapter"):
            group["params"].append(p)
    groups.append(group)
    group = {"lr": 5e-3, "weight_decay": 0.0, "params": []}  #~ not-in-optimizer
    for name, p in model.named_parameters():  #~ not-in-optimizer
        if name.startswith("fc") or name.startswith("crf"):  #~ not-in-optimizer
            group["params"].append(p)  #~ not-in-optimizer
    return groups  #~ not-in-optimizer
