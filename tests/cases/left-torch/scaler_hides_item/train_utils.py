def amp_step(loss, optimizer, scaler):
    optimizer.zero_grad()
    if not loss.requires_grad:
        loss.requires_grad_(True)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    return loss.item()  #! decoy
