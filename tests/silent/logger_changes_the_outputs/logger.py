class Logger:
    def __init__(self):
        self.rows = []

    def record(self, step, out):
        row = {"step": step, "center": out["center"].detach().mean().item()}  #! decoy
        if "size" in out:
            out["size"] = out["size"].detach()  #~ detached-tensor
            row["size"] = out["size"].mean().item()  #! decoy
        self.rows.append(row)
