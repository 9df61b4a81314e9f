"""What is told although it is not explained."""
