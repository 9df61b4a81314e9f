"""Whether steps change what they should change, by how much, and nothing else."""
