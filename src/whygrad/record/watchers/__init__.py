"""What is watched beside the graph, each thing by itself."""
