"""What was built is not what is used."""
