def count_steps(loss):
    seen, queue = set(), [loss.grad_fn]
    while queue:
        node = queue.pop()
        if node in seen:
            continue
        seen.add(node)
        queue += [n for n, _ in node.next_functions if n is not None]
    return len(seen)
