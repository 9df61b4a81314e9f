"""whygrad inside the runners of others: pytest and notebooks. Nothing here imports torch before the program does."""
