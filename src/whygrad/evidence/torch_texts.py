"""Parts of torch's messages that both the recorder and the causes go by."""

OVERWRITTEN = "modified by an inplace operation"
IN_WORKER = "in DataLoader worker process"
NO_INF_CHECKS = "No inf checks were recorded for this optimizer"
UNFINISHED_REDUCTION = "Expected to have finished reduction in the prior iteration"
